import type { Client, Config, MethodName, ProvenIdentity, State, Taken } from "../server/types.js";
import type { KeptStep } from "../elements/kept-step.js";
import type { LastUsed } from "./last-used.js";

/**
 * A sign-in method of the page.
 *
 * To add a method, write `methods/<name>.js`, which exports one of these, and add it to `registry.js`. Further files
 * of the method belong to the folder `methods/<name>/`. A method of wallets begins with `walletMethod`.
 */
export interface SignInMethod {
  /** The name in `config.methods`. */
  name: MethodName;
  /** The name of its routes below `/session/`, and of its folder. */
  path: string;
  /** The names that `amr` of a session has if the method opened it. */
  proofNames: readonly string[];
  /** The types of its identities. No other method has them. */
  identityTypes: readonly string[];
  /** Its picture. */
  icon(): HTMLElement;
  /** Whether a signed-in user adds an identity by a proof of this method. */
  canLink: boolean;

  /** Whether the page can offer the method with this configuration. */
  isOffered(config: Config): boolean;
  /** Whether the signed-in user can sign in with the method. */
  isLinked(state: State): boolean;

  /** Builds its part of the sign-in page. Methods that start from the same field share one function and one part. */
  choices(offer: Offer): Choices;

  /** The label of a session that the method opened, such as "Password". */
  sessionLabel(): string;
  /** The kind of an identity, such as "E-mail". */
  identityLabel(identity: ProvenIdentity): string;
  /** The name of an identity for the user. Without this function, the name is the identifier. */
  identityName?(identity: ProvenIdentity): string;

  /** The sentence for an error code of the method's own routes. Other codes have a sentence in the page's catalog. */
  errorText(code: string): string | undefined;

  /** Its rows in the list of the ways to sign in. Without this function, each of its identities has a row. */
  ways?(page: AccountPage): HTMLElement[];
  /** What a signed-in user can add with it, if no proof of this method is needed for it. */
  additions?(page: AccountPage): Addition[];
  /** Shows a step of its part of the account page that this tab has kept. Returns whether the step is one of these. */
  restoreOnAccount?(page: AccountPage, kept: KeptStep): boolean;
  /** Its offer at the top of the account page. */
  accountOffer?(page: AccountPage): HTMLElement | undefined;
  /**
   * Tells the browser the user's credentials that the server accepts, after each sign-in for an app or a device and each
   * time that the account is shown, for a few seconds at most. It never fails.
   */
  tellBrowser?(state: State): Promise<void>;
  /**
   * Runs after a sign-in by another method, for a few seconds at most. It never fails, and returns the state if it has
   * changed the account.
   */
  afterSignIn?(state: State, choice: LastUsed): Promise<State | undefined>;
  /**
   * Builds an offer after a sign-in by another method, before the page returns to the app. The view calls `done` with
   * the present state. It never fails, and returns nothing if there is no offer.
   */
  offerAfterSignIn?(state: State, choice: LastUsed, level: 2 | 3, done: (state: State) => void): Promise<HTMLElement | undefined>;

  /** Its group, if it has one. The methods of a group share one object. */
  group?: Group;
  /** Its name in the row of the group. */
  groupName?: string;
  /** The advice for the user before the sign-in. Methods that give the same advice share one object. */
  advice?: Advice;
}

/** Methods that are one row of the page until the user chooses it. */
export interface Group {
  row(members: readonly SignInMethod[], isConfirmation: boolean, choose: () => void): HTMLElement;
  /** The choices of its methods. `note`: the advice of the methods. */
  view(lists: readonly HTMLElement[], options: { level: 2 | 3; back(): void; note: readonly (Node | string)[] }): HTMLElement;
}

export interface Advice {
  /** The line below the heading of the sign-in page. */
  lead(): string;
  /** The line below the choices. It includes the lead if `isComplete` is set. */
  note(isComplete: boolean): (Node | string)[];
}

/** The part of the account page that a method can use. */
export interface AccountPage {
  state(): State;
  /** Shows the page again with this state. */
  onChange(state: State): void;
  /** Runs the action. If the server asks for a recent sign-in, the user signs in again first. */
  withRecentSignIn(action: () => Promise<void>): Promise<void>;
}

/** A way to sign in that the user can add. It has a form, or the browser asks the user in a window of its own. */
export interface Addition {
  /** The address of its picture. */
  picture: string;
  name: string;
  detail: string;
  testid: string;
  /** The heading of the form if it is not the name. */
  title?: string;
  /** Builds the form. `close` closes the view of the additions. */
  form?(forms: Forms, close: () => Promise<void>): HTMLElement;
  /** Adds it without a form. */
  add?(close: () => Promise<void>): Promise<void>;
}

/** The request of the page to a method. */
export interface Offer {
  state: State;
  purpose: "sign_in" | "link";
  account: WantedAccount;
  /** The level of the headings. */
  level: 2 | 3;
  /** The sign-in of an app, if an app has opened the page. */
  request?: AppRequest;
  /** The address of the invitation that the user follows. */
  invited?: string;
  /** Whether the page offers other methods too. */
  hasAlternatives: boolean;
  /** Starts a flow of the method in place of the choices. */
  start(flow: Flow): void;
  /** Shows forms of the method in place of the choices. */
  forms: Forms;
  /**
   * Signs in by a request of a form and continues with the user. If the server asks for a second factor, the page shows
   * its step. Throws if the request is refused.
   */
  signIn(request: () => Promise<State>, choice: LastUsed): Promise<void>;
  /** Whether the app's request has expired. Then the page shows that. */
  isOver(error: unknown): boolean;
}

/** The forms of a method, one after the other. "Back" of the browser shows the previous form. */
export interface Forms {
  push(form: Form, isRestored?: boolean): void;
  back(): void;
  /** Shows the view before the first form. */
  restart(): void;
}

export interface Form {
  view: HTMLElement;
  /** Keeps the step in this tab, so that it is shown again if the page is loaded again. */
  keep?: () => void;
}

/** `linked`: an identity of the account; `other`: an identity that the account does not have; `any`: either. */
export type WantedAccount = "any" | "linked" | "other";

export interface AppRequest {
  /** The sealed request. Challenges name the app that it is from. */
  ticket: string;
  client: Client;
}

export interface Choices {
  view: HTMLElement;
  /** Shows the form of a step that this tab has kept. Returns whether it did: the step may belong to another method. */
  restore?(kept: KeptStep): boolean;
  /** Shows the form with which an invited user signs up. The method has it if an address can sign up with it. */
  showInvitation?(): void;
  /** The choices are shown, for the first time or again. */
  shown?(): void;
  /** Another view replaces the choices. Requests in the background are cancelled. */
  hidden?(): void;
  /** Removes its listeners. */
  stop(): void;
}

/** One way to prove an identity, chosen by the user. */
export interface Flow {
  /** Its name in "Sign in with …". */
  name: string;
  icon(): Node;
  /** The steps that the user sees. */
  steps: readonly Step[];
  /** The place for a message that the user is about to sign. A flow without a message has none. */
  message?: { caption: string; waiting: string };
  /** Proves an identity. Throws a `PageError` or a `Problem`. */
  prove(attempt: Attempt): Promise<State>;
}

export interface Attempt {
  progress: Progress;
  signal: AbortSignal;
  /** The identity of another account that the user has agreed to move here. */
  moving?: Taken;
  /** Names the choice that is the last used one as soon as the user is signed in. */
  choose(choice: LastUsed): void;
}

/** A step of a flow. The label is its name in words. */
export interface Step {
  name: string;
  label: string;
}

/** Informs the user about a running flow. */
export interface Progress {
  /** Marks the step as the current one. */
  step(name: string, text: string): void;
  say(text: string): void;
  /** Shows the message that the user is about to sign. */
  message(text: string): void;
}
