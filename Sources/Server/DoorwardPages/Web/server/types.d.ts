/** The answers of the server to the page. */

export interface State {
  signed_in: boolean;
  user: User | null;
  identities: Identity[];
  current_session_id: string | null;
  config: Config;
}

export interface User {
  id: string;
  name?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  /** A BCP 47 language tag. */
  locale?: string | null;
  /** The address of the photo. */
  picture?: string | null;
  created_at?: string;
  last_sign_in_at?: string;
  has_password?: boolean;
}

/** A change of the user's members. Null clears one. */
export interface UserPatch {
  name?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  locale?: string | null;
  username?: string | null;
}

/** A way to sign in. */
export interface ProvenIdentity {
  /** Names the sign-in method: `identityType` in its entry of the registry. */
  type: string;
  identifier: string;
  verified_at?: string;
  last_used_at?: string;
  /** Further members belong to the sign-in method. */
  [member: string]: unknown;
}

/** A way to sign in to this account. */
export interface Identity extends ProvenIdentity {
  id: string;
}

export interface Config {
  /** The application whose name and look the page has. */
  application_id: string;
  application_name: string;
  provider_name: string;
  /** The names of the sign-in methods that the application offers. */
  methods: string[];
  /** Whether new users may sign up. */
  sign_up?: "open" | "invited" | "closed";
  /** The time in which a deleted account can be restored, in seconds. */
  deletion_grace?: number;
  /** The channels of the codes that users can choose as a second factor. */
  second_factor_codes?: string[];
  /** Whether the server can process photos. */
  photos?: boolean;
  terms?: { terms_url?: string | null; privacy_url?: string | null } | null;
  /** The operator's own texts of the sign-in by language tag, and those for all other languages as `default`. */
  appearance?: { title?: Record<string, string> | null; text?: Record<string, string> | null };
  /** Further members belong to sign-in methods. */
  [member: string]: unknown;
}

/** An app that signs the user in through the page. */
export interface Client {
  name: string;
  /** Absent for an app on this device. */
  site?: string | null;
}

export interface Session {
  id: string;
  application_name?: string | null;
  device?: string | null;
  network?: string | null;
  amr?: string[];
  current?: boolean;
  last_used_at?: string;
}

/** An app to which the user has granted something. */
export interface GrantedApplication {
  application_id: string;
  name: string;
  scopes: string[];
}

/** A step of a sign-in for an app. `redirect_to` is set in the last one. */
export interface Authorization {
  redirect_to?: string;
  next: "sign_in" | "confirm";
  reason?: string | null;
  state: State;
  scopes: string[];
  client: Client;
  ticket: string;
}

/** A device that waits for a sign-in. */
export interface Device {
  next: "sign_in" | "confirm";
  state: State;
  scopes: string[];
  client: { name: string };
  user_code: string;
  /** The reason why the signed-in user has to sign in again. */
  reason?: string;
  /** For the sign-in: the policies of the app apply to it. */
  sign_in_ticket: string;
  /** Absent for a signed-out user. */
  request?: DeviceRequest;
  /** Absent unless `next` is "confirm". */
  ticket?: string;
}

export interface DeviceRequest {
  created_at: string;
  device?: string | null;
  network?: string | null;
  same_network?: boolean | null;
}

/** A step of a sign-out that an app asks for. */
export interface EndedSession {
  next: "confirm" | "ended";
  redirect_to?: string | null;
  return_to?: string | null;
  client?: string | null;
  state?: State | null;
}

/** The change that a notice is about, and the effects of its link. */
export interface Notice {
  notice: string;
  occurred_at: string;
  expires_at: string;
  /** The way to sign in, or the device. */
  subject: string | null;
  undoes: string | null;
  removes_password: boolean;
  /** The address of the notice. */
  address: string;
}

/** An identity of another account, and the effects of a move on that account. */
export interface Taken {
  account: { name: string | null; created_at: string };
  identity: ProvenIdentity;
  deletes_account: boolean;
}

/** The purpose of a proof. */
export type Purpose = "sign_in" | "link" | "move";

/** The server's estimate of a new password. */
export interface PasswordStrength {
  /** From 0 to 4; under 3 if the server would refuse the password for any reason. */
  score: number;
  /** Codes of reasons why the password is easy to guess; empty for the scores 3 and 4. */
  advice: string[];
  /** The code of the error with which the server would refuse the password. */
  refusal?: string;
}

/** A challenge whose code was sent to an address. */
export interface SentCode {
  challenge_id: string;
  expires_at: string;
  /** The earliest time at which another code is sent to the address. */
  resend_at: string;
}

/** A sign-in that waits for a second factor. */
export interface SecondFactorRequest {
  challenge_id: string;
  /** The names of the factors that the user has. */
  methods: string[];
  /** The names of the factors of which the user must add one. Absent if the user has a factor. */
  enrollment_methods?: string[];
  /** The options for a passkey of the user. Absent if the user has none. */
  passkey?: PasskeyOptionsJSON;
  expires_at: string;
}

/** The proof of a second factor: a code, or the response of a passkey. */
export type FactorProof = { code: string } | { response: object };

/** A code that was sent as a second factor. Its challenge replaces that of the waiting sign-in. */
export interface SentFactorCode extends SentCode {
  channel: string;
  /** The address, with most characters hidden. */
  sent_to: string;
  /** The channels by which this sign-in accepts a code. */
  channels: string[];
}

/** A second factor of the user. */
export interface SecondFactor {
  id: string;
  type: string;
  created_at: string;
  /** The passkey that is the factor, or the address that gets the codes; null for an authenticator. */
  identity_id: string | null;
  /** The channel of sent codes; null for another factor. */
  channel: string | null;
}

export interface SecondFactors {
  items: SecondFactor[];
  recovery_codes_left: number;
}

/** An authenticator that the user has not confirmed yet. */
export interface AuthenticatorEnrollment {
  challenge_id: string;
  /** Base32. */
  secret: string;
  /** `otpauth://`, for an app on the same device. */
  uri: string;
  /** The URI as an SVG document. */
  qr_code: string;
  expires_at: string;
}

/** An address that receives codes. */
export type Address = { email?: string; phone_number?: string };

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
export interface PasskeyOptions extends PasskeyOptionsJSON {
  challenge_id: string;
  expires_at: string;
}

export interface PasskeyList {
  items: Identity[];
  /** The user in the authenticators. */
  user_handle: string;
  /** The domain that the passkeys belong to. Absent if the application offers none. */
  rp_id?: string;
}
