import type { Complaint } from "../elements/form.js";
import type { Config, SecondFactorRequest, State } from "../server/types.js";

/**
 * A kind of second factor, as the sign-in knows it.
 *
 * To add a kind, write `second-factor/<name>.js`, which exports one of these, and add it to `registry.js`.
 */
export interface Factor {
  /** Its name in `methods` of the server's answer. */
  name: string;
  /** The button that chooses it instead of another kind. */
  chooseText(): string;
  /** Builds its heading and its form. */
  form(step: Step): HTMLElement;
  /**
   * What the user reads after the sign-in; nothing for most kinds. A button of the view continues.
   */
  news?(level: 2 | 3, continues: () => void): Promise<HTMLElement | undefined>;
}

/** The step of a sign-in in which the user proves a second factor. */
export interface Step {
  request: SecondFactorRequest;
  config: Config;
  /** The level of the heading. */
  level: 2 | 3;
  /** Sends the code and continues with the user. Throws if the server refuses it. */
  prove(code: string): Promise<void>;
  /**
   * The reason of a refusal, at the field with the code. Nothing if the step itself shows it, because the sign-in cannot
   * go on.
   */
  explain(error: unknown, input: HTMLInputElement, wrongCode: string): Complaint | undefined;
}

export type News = (continues: () => void) => Promise<HTMLElement | undefined>;

/** What the step needs, and what it does with the user. */
export interface StepOptions {
  request: SecondFactorRequest;
  config: Config;
  level: 2 | 3;
  /** Shows the first view of the sign-in. */
  startAgain(): void;
  done(state: State, news: News): Promise<void>;
}
