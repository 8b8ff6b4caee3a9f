/// A page of the account origin that a script of ours draws: the same shell around each.
struct HostedPage: Sendable {
  private let template: PageTemplate
  private let title: String
  private let script: String

  /// The page where a person signs in and looks after their account.
  static let account = HostedPage(
    "Sign in", script: "account",
    modules: signingIn.union(["confirm", "identities", "profile", "recent", "sessions", "views"]))
  /// The page that asks a person whether a client is answered.
  static let authorize = HostedPage(
    "Sign in", script: "authorize", modules: asking, hasTicket: true)
  /// The page where the code of a device is typed.
  static let device = HostedPage(
    "Let a device in", script: "device", modules: asking.union(["device-views"]))
  /// The page that signs out for a client, or asks whether to.
  static let endSession = HostedPage(
    "Sign out", script: "end-session", modules: ["api", "dom", "format", "shell", "status"], hasTicket: true)

  /// What every page loads that somebody can sign in on.
  private static let signingIn: Set = [
    "api", "choices", "copy", "dialog", "discovery", "dom", "ethereum", "format", "frame", "near", "picker",
    "progress", "provider", "shell", "sign-in", "status",
  ]
  /// And what asks whether somebody is let in.
  private static let asking = signingIn.union(["authorization", "deliberate"])

  /// - Parameters:
  ///   - title: what the browser calls it.
  ///   - script: what draws it.
  ///   - modules: what that imports, at once or later: told ahead, so that they are fetched together.
  ///   - hasTicket: whether it is handed a sealed request, which its script hands back.
  private init(_ title: String, script: String, modules: Set<String>, hasTicket: Bool = false) {
    self.title = title
    self.script = script
    template = PageTemplate(
      PackageResources.page_html,
      markup: [
        "ticket-meta": hasTicket ? "    <meta name=\"doorward-ticket\" content=\"{{ticket}}\">\n" : "",
        "modules": modules.sorted().map { "    <link rel=\"modulepreload\" href=\"/assets/\($0).js\">\n" }
          .joined(),
      ])
  }

  func filled(ticket: String = "") -> [UInt8] {
    [UInt8](template.filled(["title": title, "script": script, "ticket": ticket]).utf8)
  }
}
