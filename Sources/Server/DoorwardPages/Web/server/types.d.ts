/**
 * The page's names for parts of the contract. `scripts/page-types` writes `Contract` from the OpenAPI document.
 */

export type State = Contract.PageState;
export type Config = Contract.PageConfiguration;
/** The name of a sign-in method that the page can offer. */
export type MethodName = Config["methods"][number];
export type User = Contract.User;
/** A change of the user's members. Null clears one. */
export type UserPatch = Contract.UserPatch;
/** A way to sign in to this account. */
export type Identity = Contract.Identity;
/** A way to sign in, also of another account. */
export type ProvenIdentity = Partial<Identity> & Pick<Identity, "type" | "identifier">;
export type Session = Contract.PageSessionRow;
/** Something that the user has done, or that happened to the account. */
export type Activity = Contract.PageActivity;
/** An app to which the user has granted something. */
export type GrantedApplication = Contract.PageApplication;

/** A step of a sign-in for an app. `redirect_to` is set in the last one, which has no other member. */
export type Authorization = Required<Omit<Contract.AuthorizationStep, "redirect_to">> & { redirect_to?: string };
/** An app that signs the user in through the page. The page shows the site only of an app on another device. */
export type Client = { name: string; site?: string | null };
/** A device that waits for a sign-in. */
export type Device = Contract.WaitingDevice;
export type DeviceRequest = NonNullable<Device["request"]>;
/** A step of a sign-out that an app asks for. */
export type EndedSession = Contract.EndSessionStep;
/** The change that a notice is about, and the effects of its link. */
export type Notice = Contract.Notice;

/** An identity of another account, and the effects of a move on that account. */
export type Taken = Contract.IdentityInUse;
/** The purpose of a proof. */
export type Purpose = "sign_in" | "link" | "move";
/** An address that receives codes. */
export type Address = { email?: string; phone_number?: string };
/** A challenge whose code was sent to an address. */
export type SentCode = Contract.CodeSent;
/** The server's estimate of a new password. */
export type PasswordStrength = Contract.PasswordStrength;

/** A sign-in that waits for a second factor. */
export type SecondFactorRequest = Contract.SecondFactorRequired;
/** The name of a second factor, in `methods` or `enrollment_methods` of a waiting sign-in. */
export type FactorName = Contract.PageSecondFactorProof["method"];
/** The way in which a code is sent. */
export type Channel = Contract.CodeFactorChoice["channel"];
/** The proof of a second factor: a code, or the response of a passkey. */
export type FactorProof = Pick<Contract.PageSecondFactorProof, "code" | "response">;
/** A code that was sent as a second factor. Its challenge replaces that of the waiting sign-in. */
export type SentFactorCode = Required<Contract.CodeSent>;
/** A second factor of the user. */
export type SecondFactor = Contract.SecondFactor;
export type SecondFactors = Contract.SecondFactorList;
/** An authenticator that the user has not confirmed yet. */
export type AuthenticatorEnrollment = Contract.AuthenticatorEnrollment;

/** `PublicKeyCredentialRequestOptionsJSON` or `PublicKeyCredentialCreationOptionsJSON` (WebAuthn L3 §5.1). */
export interface PasskeyOptionsJSON {
  /** Base64url, as every value of bytes. */
  challenge: string;
  /** In milliseconds. */
  timeout?: number;
  /** The site, in the options of a new passkey. */
  rp?: { id: string; [member: string]: unknown };
  user?: { id: string; [member: string]: unknown };
  allowCredentials?: { id: string; [member: string]: unknown }[];
  excludeCredentials?: { id: string; [member: string]: unknown }[];
  [member: string]: unknown;
}
/** The options of a passkey with their challenge. */
export type PasskeyOptions = PasskeyOptionsJSON & Pick<Contract.PasskeyRequestOptions, "challenge_id" | "expires_at">;
export type PasskeyList = Contract.PasskeyList;

/** The code of a problem: of the server, or of a request without an answer of the server. */
export type Code = Contract.ErrorCode | "offline" | "unreachable" | "unexpected_answer";

// The body and the answer of a call, by its method and path.
export type Method = Contract.Call["method"];
export type PathOf<M> = Extract<Contract.Call, { method: M }>["path"];
type Matching<Call, M, P> = Call extends { method: M; path: infer Pattern } ? (P extends Pattern ? Call : never) : never;
/** The names of the methods whose proofs link an identity. */
export type LinkingMethod = PathOf<"POST"> extends infer P ? P extends `/session/${infer Name}/link` ? Name : never : never;
export type BodyOf<M, P> = Matching<Contract.Call, M, P>["body"];
export type AnswerOf<M, P> = Matching<Contract.Call, M, P>["answer"];
