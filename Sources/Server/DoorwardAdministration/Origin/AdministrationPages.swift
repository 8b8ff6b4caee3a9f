import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import Encodings

/// The pages of the administration that need no session: the start, the owner link, and refusals.
struct AdministrationPages: Sendable {
  /// The reasons why a sign-in did not end with a session.
  enum Refusal: Sendable {
    case invalidLink, interrupted, notAdministrator

    fileprivate var title: String {
      switch self {
      case .invalidLink: "This link is no longer valid"
      case .interrupted: "The sign-in was interrupted"
      case .notAdministrator: "You are not an administrator"
      }
    }

    fileprivate var text: String {
      switch self {
      case .invalidLink:
        "It was used, it has expired, or a newer one was made. Run doorward admin claim for a new link."
      case .interrupted: "It took too long, it was canceled, or this browser did not begin it."
      case .notAdministrator:
        "This server does not list your account as an administrator. An owner can add it with doorward admin administrator add."
      }
    }
  }

  /// The account origin, to which the form of the owner link leads.
  let accounts: WebOrigin

  func register(in router: inout Router) {
    router.on(.get, AdministrationPath.home, by: .browser) { _ in
      page(
        "Administration",
        """
        <p id="state">One moment…</p>
        <p><a class="button" id="sign-in" href="\(AdministrationPath.signIn)">Sign in</a></p>
        <p><button id="sign-out" hidden>Sign out</button></p>
        """)
    }
    router.on(.get, AdministrationPath.claim, by: .browser) { _ in
      page(
        "Become the owner of this server",
        """
        <p>Sign in, or sign up, with the account that will own this server. It needs a passkey, or a second factor.</p>
        <form method="post" action="\(AdministrationPath.signIn)">
          <label for="secret">Secret of the link</label>
          <input id="secret" name="secret" autocomplete="off" spellcheck="false" required>
          <button>Continue</button>
        </form>
        """)
    }
    file(AdministrationPath.script, "text/javascript; charset=utf-8", Self.script, in: &router)
    file(AdministrationPath.style, "text/css; charset=utf-8", Self.style, in: &router)
  }

  /// The page of a refusal.
  func refusal(_ refusal: Refusal) -> HTTPResponse {
    page(
      refusal.title,
      """
      <p>\(HTMLText.escaped(refusal.text))</p>
      <p><a class="button" href="\(AdministrationPath.signIn)">Sign in again</a></p>
      """, status: 403)
  }

  private func file(_ path: String, _ type: String, _ text: String, in router: inout Router) {
    router.on(.get, path, by: .anyone) { _ in
      var response = HTTPResponse(status: 200, contentType: type, body: [UInt8](text.utf8))
      response.fields["Cache-Control"] = "no-cache"
      return response
    }
  }

  /// A page with a heading, and markup that has no text of a user.
  private func page(_ title: String, _ content: String, status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse.html(
      """
      <!doctype html>
      <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title) – Doorward</title>
        <link rel="stylesheet" href="\(AdministrationPath.style)">
        <script type="module" src="\(AdministrationPath.script)"></script>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      \(content)
      </main>
      </body>
      </html>

      """, status: status)
    // The form of the owner link ends at the account origin, and `form-action` also holds for its redirects.
    response.fields["Content-Security-Policy"] = """
      default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
      form-action 'self' \(accounts); frame-ancestors 'none'; base-uri 'none'
      """
    response.fields["Cache-Control"] = "no-store"
    return response
  }

  /// Fills the secret of the link into the form, and shows who is signed in.
  private static let script = """
    const secret = document.getElementById("secret");
    if (secret && location.hash.length > 1) {
      secret.value = location.hash.slice(1);
      history.replaceState(null, "", location.pathname);
    }
    const state = document.getElementById("state");
    if (state) {
      const answer = await fetch("\(AdministrationPath.session)");
      const session = answer.ok ? await answer.json() : null;
      state.textContent = session
        ? `Signed in as ${session.user.email ?? session.user.username ?? session.user.id} (${session.role}).`
        : "Signed out.";
      const signOut = document.getElementById("sign-out");
      signOut.hidden = !session;
      document.getElementById("sign-in").hidden = Boolean(session);
      signOut.addEventListener("click", async () => {
        const headers = {"Content-Type": "application/json"};
        await fetch("\(AdministrationPath.session)", {method: "DELETE", headers});
        location.reload();
      });
    }

    """

  private static let style = """
    :root { color-scheme: light dark; }
    body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
    main { margin: 10vh auto; max-width: 30rem; padding: 0 1rem; }
    label, input, button { display: block; font: inherit; margin-block: 0.5rem; }
    input { box-sizing: border-box; padding: 0.5rem; width: 100%; }
    button, .button { border: 1px solid currentColor; border-radius: 0.4rem; color: inherit; padding: 0.5rem 1rem; }
    .button { display: inline-block; text-decoration: none; }
    [hidden] { display: none; }

    """
}
