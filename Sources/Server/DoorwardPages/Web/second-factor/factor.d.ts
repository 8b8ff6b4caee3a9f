import type { Complaint } from "../elements/form.js";
import type { DeletionPending } from "../server/sign-in.js";
import type { Config, FactorName, FactorProof, SecondFactorRequest, State } from "../server/types.js";

/**
 * A kind of second factor.
 *
 * To add a kind, write `second-factor/<name>.js`, which exports one of these, and add it to `registry.js`.
 */
export interface Factor {
  /** Its name in `methods` or `enrollment_methods` of the server's answer. */
  name: FactorName;
  /** The button that chooses it instead of another kind. */
  chooseText(): string;
  /** Builds its heading and its form. */
  form(step: Step): HTMLElement;
  /** A view for the user after the sign-in; nothing for most kinds. */
  news?(signedIn: SignedIn): Promise<NewsView | undefined>;
}

/** The step of a sign-in in which the user proves a second factor. */
export interface Step {
  request: SecondFactorRequest;
  config: Config;
  /** The level of the heading. */
  level: 2 | 3;
  /** The sealed request of the app that the page serves. */
  ticket?: string;
  /** The values of the step that this tab has kept, for the form that was shown. */
  kept?: Record<string, unknown>;
  /** Keeps values of the form in this tab. */
  keep(values: Record<string, unknown>): void;
  /**
   * Sends the proof and continues with the user. Throws if the server refuses it. `challenge` replaces the challenge of
   * the waiting sign-in.
   */
  prove(proof: FactorProof, challenge?: string): Promise<void>;
  /** Whether the step itself shows the error, because the sign-in cannot continue. */
  stops(error: unknown): boolean;
  /** The reason of a refusal, at the field with the code. Nothing if the step itself shows it. */
  explain(error: unknown, input: HTMLInputElement, wrongCode: string): Complaint | undefined;
}

/** The user that a second factor has signed in. */
export interface SignedIn {
  state: State & { recovery_codes?: string[] };
  level: 2 | 3;
  continues(): void;
}

/** A view for the user after the sign-in. A button of the view continues. */
export interface NewsView {
  view: HTMLElement;
  /** Warns that the view is not shown again. Without it, the user may close the view. */
  insist?(): void;
}

export type News = (state: SignedIn["state"], continues: () => void) => Promise<NewsView | undefined>;

/** Sends a proof to the server. */
export type Prove = () => Promise<State>;

/** The inputs of the step, and its callbacks. */
export interface StepOptions {
  request: SecondFactorRequest;
  config: Config;
  level: 2 | 3;
  ticket?: string;
  /** The values of the step that this tab has kept. */
  kept?: Record<string, unknown>;
  /** Keeps values of the step in this tab. */
  keep(values: Record<string, unknown>): void;
  /** Whether the request of the app has expired. Then the page shows that. */
  isOver(error: unknown): boolean;
  /** Shows the first view of the sign-in. */
  startAgain(): void;
  /** Sends the proof and continues with the user. `news`: the view that the user reads first, if the factor has one. */
  finish(prove: Prove, news?: News): Promise<void>;
  /** Asks the user whether to keep an account that is about to be deleted. `finish` sends the answer and continues with the user. */
  askToKeep(pending: DeletionPending, finish: (prove: Prove) => Promise<void>): void;
}
