// The types of what lit.js has, as far as the table uses it.

export interface TemplateResult {
  strings: TemplateStringsArray;
  values: unknown[];
}
export interface CSSResult {
  cssText: string;
  readonly styleSheet: CSSStyleSheet | undefined;
}
type Styles = CSSResult | Styles[];
export interface Ref<T extends Element = Element> {
  readonly value?: T;
}
interface Property {
  attribute?: boolean | string;
  state?: boolean;
  reflect?: boolean;
  type?: unknown;
  hasChanged?: (value: any, old: any) => boolean;
}

/** A part of an element that is told when the element is connected, drawn, and disconnected. */
export interface ReactiveController {
  hostConnected?(): void;
  hostDisconnected?(): void;
  hostUpdate?(): void;
  hostUpdated?(): void;
}

export class LitElement extends HTMLElement {
  static properties: Record<string, Property>;
  static styles: Styles;
  static shadowRootOptions: ShadowRootInit;
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly hasUpdated: boolean;
  readonly isUpdatePending: boolean;
  readonly updateComplete: Promise<boolean>;
  getUpdateComplete(): Promise<boolean>;
  createRenderRoot(): HTMLElement | DocumentFragment;
  connectedCallback(): void;
  disconnectedCallback(): void;
  attributeChangedCallback(name: string, old: string | null, value: string | null): void;
  performUpdate(): void;
  requestUpdate(name?: PropertyKey, old?: unknown): void;
  addController(controller: ReactiveController): void;
  shouldUpdate(changed: Map<string, unknown>): boolean;
  willUpdate(changed: Map<string, unknown>): void;
  update(changed: Map<string, unknown>): void;
  render(): unknown;
  firstUpdated(changed: Map<string, unknown>): void;
  updated(changed: Map<string, unknown>): void;
}

export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function css(strings: TemplateStringsArray, ...values: (CSSResult | number)[]): CSSResult;
export function unsafeCSS(value: string): CSSResult;
export function render(value: unknown, container: HTMLElement | DocumentFragment): unknown;
export const nothing: unique symbol;
export const noChange: unique symbol;
export function classMap(classes: Record<string, unknown>): unknown;
export function live(value: unknown): unknown;
export function createRef<T extends Element = Element>(): Ref<T>;
export function ref(target: Ref<any> | ((element?: Element) => void)): unknown;
export function repeat<T>(items: Iterable<T>, key: (item: T, index: number) => unknown, template: (item: T, index: number) => unknown): unknown;
