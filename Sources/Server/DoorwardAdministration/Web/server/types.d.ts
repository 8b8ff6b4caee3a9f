/**
 * The dashboard's names for parts of the contract. `scripts/page-types` writes `Administration` from the OpenAPI document.
 */

export type User = Administration.User;
export type UserPage = Administration.AdministeredUser;
export type UserPatch = Administration.AdministeredUserPatch;
export type NewUser = Administration.AdministeredNewUser;
export type Identity = User["identities"][number];
export type Ban = Administration.Ban;
export type SessionRow = UserPage["sessions"][number];
export type Message = Administration.AdministeredMessage;
export type Template = Administration.TemplatePreview;
export type Administrator = Administration.Administrator;
export type Role = Administrator["role"];
export type Key = Administration.AdministrationKey;
export type APIKey = Administration.BackendKey;
export type SigningKey = Administration.SigningKey;
export type Scope = Key["scopes"][number];
export type Event = Administration.Event;
export type EventCounts = Administration.EventCounts;
export type Overview = Administration.Overview;
export type Health = Administration.ServerHealth;
export type Finding = Health["checks"][number];
export type TokenPreview = Administration.TokenPreview;
/** The settings of an application in force, with the keys of the configuration. */
export type Application = Record<string, any>;
export type Secret = { id: string; created_at: string | null; expires_at: string | null };
export type Setting = Administration.ServerSetting;
export type Settings = Administration.ServerSettings;
export type Change = Administration.SettingsChange;
export type Webhook = Administration.Webhook;
export type Delivery = Administration.WebhookDelivery;
export type Invitation = Administration.AdministeredInvitation;
/** The session of the administrator. `is_recent`: whether dangerous acts need no new proof of the second factor. */
export type Session = { user: User; role: Role; scopes: string[]; expires_at: string; is_recent: boolean };

// The body and the answer of a call, by its method and path.
export type Method = Administration.Call["method"];
export type PathOf<M> = Extract<Administration.Call, { method: M }>["path"];
type Matching<Call, M, P> = Call extends { method: M; path: infer Pattern } ? (P extends Pattern ? Call : never) : never;
export type BodyOf<M, P> = Matching<Administration.Call, M, P>["body"];
export type AnswerOf<M, P> = Matching<Administration.Call, M, P>["answer"];
