import type { Client, Config, ProvenIdentity, State, Taken } from "../server/types.js";
import type { LastUsed } from "./last-used.js";

/**
 * A sign-in method of the page.
 *
 * To add a method, write `methods/<name>.js`, which exports one of these, and add it to `registry.js`. Files that
 * the method needs besides belong to the folder `methods/<name>/`.
 */
export interface SignInMethod {
  /** The name that `config.methods` has. */
  name: string;
  /** The name of its routes below `/session/`, and of its folder. */
  path: string;
  /** The names that `amr` of a session has if the method opened it. */
  proofNames: readonly string[];
  /** The `type` of its identities. No other method has the same. */
  identityTypes: readonly string[];
  /** The address of its picture. */
  picture: string;
  /** Whether a signed-in user adds an identity by a proof of this method. */
  canLink: boolean;
  /** Whether its part of the account page lists its identities, so that the list of ways to sign in leaves them out. */
  hasOwnList?: boolean;

  /** Whether the page can offer the method with this configuration. */
  isOffered(config: Config): boolean;
  /** Whether the signed-in user can sign in with the method. */
  isLinked(state: State): boolean;

  /** Builds its part of the sign-in page. Methods that start from the same field share one function and one part. */
  choices(offer: Offer): Choices;

  /** What a session that it opened is listed as, such as "Password". */
  sessionLabel(): string;
  /** The kind of an identity, such as "E-mail". */
  identityLabel(identity: ProvenIdentity): string;
  /** What the user knows an identity by. Without it, that is the identifier. */
  identityName?(identity: ProvenIdentity): string;

  /** The sentence for an error code of the method's own routes. Other codes have a sentence in the page's catalog. */
  errorText(code: string): string | undefined;

  /** Its part of the account page, beside the list of ways to sign in. */
  accountCard?(page: AccountPage): HTMLElement | undefined;
  /** Its offer at the top of the account page. */
  accountOffer?(page: AccountPage): HTMLElement | undefined;
  /**
   * Tells the browser what the server knows of the user's credentials, after each sign-in for an app or a device and within
   * a few seconds. It never fails. On the account page, its part of the page does that.
   */
  tellBrowser?(state: State): Promise<void>;
  /**
   * What it does after a sign-in by another method, within a few seconds. It never fails, and returns the state if it has
   * changed the account.
   */
  afterSignIn?(state: State, choice: LastUsed): Promise<State | undefined>;
  /**
   * What it offers after a sign-in by another method, before the page goes back to the app. The view calls `done` with the
   * present state. It never fails, and returns nothing if there is nothing to offer.
   */
  offerAfterSignIn?(state: State, choice: LastUsed, level: 2 | 3, done: (state: State) => void): Promise<HTMLElement | undefined>;

  /** What the user should know before the sign-in. Methods that give the same advice share one object. */
  advice?: Advice;
}

export interface Advice {
  /** The line below the heading of the sign-in page. */
  lead(): string;
  /** The line below the choices. It includes the lead if `isComplete` is set. */
  note(isComplete: boolean): (Node | string)[];
}

/** The account page, as a method's part of it knows it. */
export interface AccountPage {
  state(): State;
  /** Shows the page again with this state. */
  onChange(state: State): void;
  /** Runs the action. If the server asks for a recent sign-in, the user signs in again first. */
  withRecentSignIn(action: () => Promise<void>): Promise<void>;
}

/** What the page wants from a method. */
export interface Offer {
  state: State;
  purpose: "sign_in" | "link";
  account: WantedAccount;
  /** The level of the headings. */
  level: 2 | 3;
  /** The sign-in of an app that the page serves, if it serves one. */
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

/** The forms of a method, one after the other. "Back" of the browser shows the form before. */
export interface Forms {
  push(form: Form): void;
  back(): void;
  /** Shows the view that was there before the first form. */
  restart(): void;
}

export interface Form {
  view: HTMLElement;
}

/** `linked`: one of the account's identities; `other`: an identity that is not the account's; `any`: no matter which. */
export type WantedAccount = "any" | "linked" | "other";

export interface AppRequest {
  /** The sealed request. Challenges name the app that it is from. */
  ticket: string;
  client: Client;
}

export interface Choices {
  view: HTMLElement;
  /** Shows the form with which an invited user signs up. The method has it if an address can sign up with it. */
  showInvitation?(): void;
  /** The choices are shown, for the first time or again. */
  shown?(): void;
  /** Another view is shown in their place. What waits in the background ends. */
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

/** How a running flow informs the user. */
export interface Progress {
  /** Marks the step as the current one. */
  step(name: string, text: string): void;
  say(text: string): void;
  /** Shows what the user is about to sign. */
  message(text: string): void;
}
