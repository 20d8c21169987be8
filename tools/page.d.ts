// What a board has of the page, web/board.js, for an editor or a check that has not the page itself. The same for all games.

declare module "*/web/board.js" {
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

  /** Of Lit: an element that is drawn anew when one of its `properties` changes. */
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
    shouldUpdate(changed: Map<string, unknown>): boolean;
    willUpdate(changed: Map<string, unknown>): void;
    update(changed: Map<string, unknown>): void;
    render(): unknown;
    firstUpdated(changed: Map<string, unknown>): void;
    updated(changed: Map<string, unknown>): void;
  }
  /** A board: what web/README.md lists is in its properties. */
  export class Board<View = any, Entry = any, Event = any, Text extends { game: any } = any> extends LitElement {
    view: View | null;
    seat: number | null;
    below: number;
    players: readonly string[];
    moves: readonly Entry[];
    decision: number | null;
    events: readonly Event[];
    last: readonly Event[];
    toMove: readonly number[];
    busy: boolean;
    asked: boolean;
    text: Text;
    still: boolean;
    options: any;
    marked: readonly Event[];
    hands: readonly (readonly any[] | null)[];
    /** Keys: to be called before and after drawing. */
    roving: Roving | undefined;
    /** The texts of the game. */
    get t(): Text["game"];
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
  export function repeat<T>(
    items: Iterable<T>,
    key: (item: T, index: number) => unknown,
    template: (item: T, index: number) => unknown,
  ): unknown;

  /** The names of classes that hold, for `class`. */
  export function classes(...names: (string | false | null | undefined)[]): string;
  /** The value of `aria-disabled`, which is left out where something can be pressed. */
  export function disabled(yes: boolean): unknown;
  /** Whether two values show the same. */
  export function same(one: unknown, other: unknown): boolean;

  /** A place where something may be dropped. `element` gets the class "over" while the finger is above it. */
  export interface Drop {
    name: string;
    area: DOMRect;
    element: Element;
  }
  /** Lets children of the root that match the selector be dragged; returns what ends it. */
  export function draggable(root: ShadowRoot, selector: string, board: {
    /** Says where the item may go; null if it may not be dragged. */
    start: (item: HTMLElement) => Drop[] | null;
    /** Hears where the item was let go, and over which place; none also if the system has taken the drag away. */
    end: (item: HTMLElement, from: DOMRect, name?: string) => void;
  }): () => void;

  /** Cards that move: what has `data-at`. */
  export class Flights {
    constructor(root: ShadowRoot);
    /** Notes where everything is, before the board is drawn anew. */
    look(): void;
    /** Notes a place that no element has when the board is drawn next, such as where a finger let go. */
    hold(name: string, place: DOMRect): void;
    held(name: string): boolean;
    /** Moves what has `data-slides` and lies elsewhere than before. */
    slide(except: string[]): void;
    /** Lets the element come from where a place was. */
    fly(element: Element | null, from: string, time?: number): void;
    /** Lets an element that is there for this only go from one place to another. */
    send(ghost: HTMLElement, from: string, to: Element | null): void;
    /** Ends all flights. */
    stop(): void;
  }

  /** Keys: one tab stop for each `data-group` of buttons with `data-at`, arrows inside and between, a focus that survives redraws. */
  export class Roving {
    constructor(root: ShadowRoot);
    /** To be called before the board is drawn anew. */
    before(): void;
    /** To be called after the board has been drawn. */
    after(): void;
    /** Focuses the item of the group that Tab would go to. */
    enter(group: string): void;
    /** Focuses the item there. */
    go(at: string): void;
  }
  /** The character that was typed to the table; undefined for other keys, and where text is written. */
  export function typed(event: KeyboardEvent): string | undefined;

  /** A letter for each player: the initial, or a second one where two players have the same. */
  export function letters(names: readonly string[]): string[];
  /** The outline of each seat in a box of 28 by 25. */
  export const OUTLINES: string[];
  export const seatColours: CSSResult;
  export const seatStyles: CSSResult;
  /** The mark of a seat, with initials out of `letters`. */
  export function seatMark(seat: number, initials: string): TemplateResult;

  /** An event of a game: one member, named by its kind. */
  export type Event = Record<string, any>;
  export interface Who {
    players: readonly string[];
    /** That of the reader. */
    seat: number | null;
  }
  /** What `en.js` exports as its default. */
  export type GameText = {
    name: string;
    told: (events: readonly any[], who: Who) => string;
    words?: Record<string, string>;
    choose?: string;
    early?: (scores: string) => string;
    hints?: Record<string, string | ((position: Position) => string)>;
    warnings?: Record<string, (warning: any) => string>;
    parts?: Record<string, string | ((part: any) => string)>;
    best?: Record<string, (best: any, players: readonly string[]) => string>;
    why?: Record<string, (why: any, players: readonly string[]) => string>;
    keys?: [keys: string, what: string][];
    signs?: [sign: string, what: string][];
  } & Record<string, any>;

  interface Named {
    name: string;
    [detail: string]: any;
  }
  /** What `guide.js` is asked about; `people`: whether another person is at the table. */
  export interface Position {
    view: any;
    seat: number | null;
    moves: readonly any[];
    options: any;
    toMove: readonly number[];
    people?: boolean;
  }
  /** What `guide.js` exports as its default: pure functions, each of them optional. */
  export interface Guide {
    hints?: (position: Position) => string[];
    warning?: (position: Position, entry: any) => Named | null;
    sounds?: (events: readonly Event[]) => ("card" | "dice" | "stone" | "coin" | "shuffle")[];
    summary?: (view: any, options: any) => {
      parts: (Named & { points: number[] })[];
      best: (Named & { seat: number }) | null;
      why?: Named | null;
      out?: number[];
      row?: { seat: number; pieces: string[] } | null;
    };
    reason?: (question: { place: number; seats: number[]; behind: number[] }, view: any, options: any) => Named | null;
    points?: (view: any) => number[];
    ways?: (notation: string, position: { view: any; seat: number; own: boolean }) => [from: string, to?: string][];
  }
}
