import { plainJSON } from "../format/text.js";

/**
 * Programs that use an application, made from its own settings.
 *
 * @typedef {{issuer: string, id: string, audience: string, redirect: string, scopes: string[], isConfidential: boolean, algorithm: string}} Client
 *   `redirect`: a redirect URI; `algorithm`: that of ID tokens
 */

/** A text as a literal of Swift, JavaScript, Python and Go. Invisible characters become escapes, so that a reader sees them. */
const literal = (/** @type {string} */ value) => plainJSON(value);

/** The languages of the programs, and what each program does: a sign-in, or a check of the access tokens that an app sends. */
export const languages = /** @type {const} */ (["swift", "node", "python", "go"]);

/**
 * What the program in a language does.
 *
 * @param {typeof languages[number]} language @param {Client} client
 * @returns {"app" | "site" | "backend"}
 */
export function purpose(language, { isConfidential }) {
  if (language === "swift") return isConfidential ? "backend" : "app";
  return isConfidential ? "site" : "backend";
}

/**
 * The program in a language.
 *
 * @param {typeof languages[number]} language @param {Client} client
 */
export function snippet(language, client) {
  const { isConfidential } = client;
  const lines = {
    swift: isConfidential ? swiftBackend(client) : swiftApp(client),
    node: isConfidential ? nodeSite(client) : nodeBackend(client),
    python: isConfidential ? pythonSite(client) : pythonBackend(client),
    go: isConfidential ? goSite(client) : goBackend(client),
  }[language];
  return `${lines.join("\n")}\n`;
}

/** @param {Client} client */
const swiftApp = ({ issuer, id }) => [
  "import Doorward",
  "import Foundation",
  "",
  `let server = URL(string: ${literal(issuer)})!`,
  `let doorward = Doorward(DoorwardConfiguration(serverURL: server, applicationID: ${literal(id)}))`,
  "",
  "// On the server's page, in the user's browser.",
  "let state = try await doorward.browser.login()",
  "print(\"Hello, \\(state.user?.info.name ?? \"you\")\")",
  "",
  "// For the app's backends; the SDK renews it if necessary.",
  "print(try await doorward.accessToken())",
];

/** @param {Client} client */
const swiftBackend = ({ issuer, audience }) => [
  "import DoorwardOpenSSL",
  "import Encodings",
  "import Foundation",
  "import JOSE",
  "import JOSESignatures",
  "",
  "#if canImport(FoundationNetworking)",
  "  import FoundationNetworking",
  "#endif",
  "",
  "/// Verifies an access token. Cache the keys for five minutes, as Examples/backends does.",
  "func verify(_ token: String) async throws -> JWTClaims {",
  `  let keys = URL(string: ${literal(`${issuer}/.well-known/jwks.json`)})!`,
  "  let (body, _) = try await URLSession.shared.data(from: keys)",
  "  let verifier = JWTVerifier(",
  "    keys: try JSONWebKeySet(parsing: Array(body)), algorithms: [.es256], context: try OpenSSLContext())",
  "  let policy = JWTPolicy.accessToken(",
  `    issuer: ${literal(issuer)}, audience: ${literal(audience)})`,
  "  return try verifier.verify(token, policy: policy, at: Timestamp(Date())).claims",
  "}",
];

/** @param {Client} client */
const nodeBackend = ({ issuer, audience }) => [
  "// npm install jose",
  "import { createRemoteJWKSet, jwtVerify } from \"jose\";",
  "",
  `const issuer = ${literal(issuer)};`,
  "const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));",
  "",
  "/** Verifies the access token of a request, and returns its claims. `sub` is the id of the user. */",
  "export async function verify(token) {",
  "  const { payload } = await jwtVerify(token, keys, {",
  `    issuer, audience: ${literal(audience)}, typ: "at+jwt", algorithms: ["ES256"],`,
  "    requiredClaims: [\"exp\", \"sub\"], clockTolerance: 60,",
  "  });",
  "  return payload;",
  "}",
];

/** @param {Client} client */
const nodeSite = ({ issuer, id, redirect, scopes, algorithm }) => [
  "// npm install openid-client",
  "import * as client from \"openid-client\";",
  "",
  "const config = await client.discovery(",
  `  new URL(${literal(issuer)}), ${literal(id)},`,
  `  { client_secret: process.env.CLIENT_SECRET, id_token_signed_response_alg: ${literal(algorithm)} },`,
  issuer.startsWith("http:") ? "  undefined, { execute: [client.allowInsecureRequests] });" : ");",
  `const redirectURI = ${literal(redirect)};`,
  "",
  "/** The address that begins a sign-in. Keep `verifier` and `state` in the session of the browser. */",
  "export async function begin() {",
  "  const verifier = client.randomPKCECodeVerifier();",
  "  const state = client.randomState();",
  "  const url = client.buildAuthorizationUrl(config, {",
  `    redirect_uri: redirectURI, scope: ${literal(scopes.join(" "))}, state,`,
  "    code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: \"S256\",",
  "  });",
  "  return { url, verifier, state };",
  "}",
  "",
  "/** The claims of the user, with the address that the browser has opened after the sign-in. */",
  "export async function finish(address, { verifier, state }) {",
  "  const tokens = await client.authorizationCodeGrant(",
  "    config, new URL(address), { pkceCodeVerifier: verifier, expectedState: state });",
  "  return tokens.claims();",
  "}",
];

/** @param {Client} client */
const pythonBackend = ({ issuer, audience }) => [
  "# pip install pyjwt[crypto]",
  "import jwt",
  "",
  `ISSUER = ${literal(issuer)}`,
  `AUDIENCE = ${literal(audience)}`,
  "keys = jwt.PyJWKClient(f\"{ISSUER}/.well-known/jwks.json\", lifespan=300)",
  "",
  "",
  "def verify(token: str) -> dict:",
  "    \"\"\"Verifies the access token of a request, and returns its claims. `sub` is the id of the user.\"\"\"",
  "    checked = jwt.decode_complete(",
  "        token, keys.get_signing_key_from_jwt(token), algorithms=[\"ES256\"], issuer=ISSUER, audience=AUDIENCE,",
  "        leeway=60, options={\"require\": [\"iss\", \"aud\", \"exp\", \"sub\"]})",
  "    if checked[\"header\"].get(\"typ\") != \"at+jwt\":",
  "        raise jwt.InvalidTokenError(\"not an access token\")",
  "    return checked[\"payload\"]",
];

/** @param {Client} client */
const pythonSite = ({ issuer, id, redirect, scopes }) => [
  "# pip install authlib flask requests",
  "import os",
  "",
  "from authlib.integrations.flask_client import OAuth",
  "from flask import Flask, redirect, session",
  "",
  "app = Flask(__name__)",
  "app.secret_key = os.environ[\"SESSION_SECRET\"]",
  "doorward = OAuth(app).register(",
  `    "doorward", client_id=${literal(id)}, client_secret=os.environ["CLIENT_SECRET"],`,
  `    server_metadata_url=${literal(`${issuer}/.well-known/openid-configuration`)},`,
  `    client_kwargs={"scope": ${literal(scopes.join(" "))}, "code_challenge_method": "S256"})`,
  "",
  "",
  "@app.get(\"/sign-in\")",
  "def sign_in():",
  `    return doorward.authorize_redirect(${literal(redirect)})`,
  "",
  "",
  `@app.get(${literal(pathOf(redirect))})`,
  "def callback():",
  "    session[\"user\"] = doorward.authorize_access_token()[\"userinfo\"]",
  "    return redirect(\"/\")",
];

/** @param {Client} client */
const goBackend = ({ issuer, audience }) => [
  "// go get github.com/coreos/go-oidc/v3/oidc",
  "package backend",
  "",
  "import (",
  "\t\"context\"",
  "",
  "\t\"github.com/coreos/go-oidc/v3/oidc\"",
  ")",
  "",
  `const issuer = ${literal(issuer)}`,
  "",
  "var keys = oidc.NewRemoteKeySet(context.Background(), issuer+\"/.well-known/jwks.json\")",
  "",
  "// The audience is that of access tokens. ID tokens have another one.",
  "var verifier = oidc.NewVerifier(issuer, keys, &oidc.Config{",
  `\tClientID: ${literal(audience)}, SupportedSigningAlgs: []string{oidc.ES256},`,
  "})",
  "",
  "// Verify checks the access token of a request, and returns the id of the user.",
  "func Verify(ctx context.Context, token string) (string, error) {",
  "\tchecked, err := verifier.Verify(ctx, token)",
  "\tif err != nil {",
  "\t\treturn \"\", err",
  "\t}",
  "\treturn checked.Subject, nil",
  "}",
];

/** @param {Client} client */
const goSite = ({ issuer, id, redirect, scopes, algorithm }) => [
  "// go get github.com/coreos/go-oidc/v3/oidc golang.org/x/oauth2",
  "package site",
  "",
  "import (",
  "\t\"context\"",
  "\t\"errors\"",
  "\t\"os\"",
  "",
  "\t\"github.com/coreos/go-oidc/v3/oidc\"",
  "\t\"golang.org/x/oauth2\"",
  ")",
  "",
  "// Client signs users in.",
  "type Client struct {",
  "\tconfig   oauth2.Config",
  "\tverifier *oidc.IDTokenVerifier",
  "}",
  "",
  "// New reads the endpoints of the server.",
  "func New(ctx context.Context) (*Client, error) {",
  `\tprovider, err := oidc.NewProvider(ctx, ${literal(issuer)})`,
  "\tif err != nil {",
  "\t\treturn nil, err",
  "\t}",
  `\tconfig := oauth2.Config{ClientID: ${literal(id)}, ClientSecret: os.Getenv("CLIENT_SECRET"),`,
  `\t\tEndpoint: provider.Endpoint(), RedirectURL: ${literal(redirect)},`,
  `\t\tScopes: []string{${scopes.map(literal).join(", ")}}}`,
  `\tverifier := provider.Verifier(&oidc.Config{ClientID: ${literal(id)}, SupportedSigningAlgs: []string{${literal(algorithm)}}})`,
  "\treturn &Client{config, verifier}, nil",
  "}",
  "",
  "// Begin returns the address that begins a sign-in. Keep state and verifier in the session of the browser.",
  "func (c *Client) Begin(state, verifier string) string {",
  "\treturn c.config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier))",
  "}",
  "",
  "// Finish returns the id of the user. Compare the state of the browser before.",
  "func (c *Client) Finish(ctx context.Context, code, verifier string) (string, error) {",
  "\ttoken, err := c.config.Exchange(ctx, code, oauth2.VerifierOption(verifier))",
  "\tif err != nil {",
  "\t\treturn \"\", err",
  "\t}",
  "\traw, ok := token.Extra(\"id_token\").(string)",
  "\tif !ok {",
  "\t\treturn \"\", errors.New(\"no ID token\")",
  "\t}",
  "\tchecked, err := c.verifier.Verify(ctx, raw)",
  "\tif err != nil {",
  "\t\treturn \"\", err",
  "\t}",
  "\treturn checked.Subject, nil",
  "}",
];

/** @param {string} address */
function pathOf(address) {
  try {
    return new URL(address).pathname || "/callback";
  } catch {
    return "/callback";
  }
}
