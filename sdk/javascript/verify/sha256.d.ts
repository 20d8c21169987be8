export function sha256(bytes: Uint8Array): Uint8Array;
export function joined(...parts: Uint8Array[]): Uint8Array;
export function text(string: string): Uint8Array;
export function hex(bytes: Uint8Array): string;
export function bytes(digits: string): Uint8Array;
