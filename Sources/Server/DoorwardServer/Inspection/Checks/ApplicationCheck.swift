import DoorwardAdministration
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

/// Checks that users can sign in to each application as configured, and that every client secret is used.
struct ApplicationCheck {
  private static let name = "applications"

  let configuration: ServerConfiguration
  let applications: ApplicationList

  func run() -> [Finding] {
    let (all, standard) = (applications.all, applications.standard)
    let refused = applications.refused.sorted { $0.key < $1.key }.map { Self.refused($0.value) }
    let findings =
      refused
      + all.flatMap { application in
        ways(of: application, standard).map { Finding.problem(Self.name, $0.detail, remedy: $0.remedy) }
          + addresses(of: application).map { Finding.warning(Self.name, $0.detail, remedy: $0.remedy) }
      }
    return findings.isEmpty ? shared(all, else: summary(all)) : findings + shared(all)
  }

  /// The finding for an application whose settings are refused.
  static func refused(_ error: ConfigurationError) -> Finding {
    .problem(
      name, "the server refuses an application in the store: \(error)",
      remedy: "correct it with doorward admin application set")
  }

  /// Whether the hosted page has a sign-in method for an application.
  private func isOffered(_ application: Application, onPageOf standard: Application) -> Bool {
    let account = configuration.derivedOrigin
    let page = PageOrigins(account: account, wallet: configuration.hasWalletOrigin ? account : nil)
    return !SignInMethods.pageOffers(of: standard.narrowed(to: application), on: page).isEmpty
  }

  private typealias Mistake = (detail: String, remedy: String)

  private func summary(_ all: [Application]) -> Finding {
    let clients = all.filter(\.signsInByBrowser).map { application in
      "\"\(application.id)\"\(application.client.isConfidential ? " (with a secret)" : "")"
    }
    return .ok(
      Self.name,
      clients.isEmpty
        ? "no application uses browser sign-in"
        : "browser sign-in: \(clients.joined(separator: ", "))")
  }

  /// The reasons for which no user can sign in.
  private func ways(of application: Application, _ standard: Application) -> [Mistake] {
    let id = "\"\(application.id)\""
    guard application.signsInByBrowser else {
      // The first application has the hosted page.
      guard !application.signsInDirectly, application.id != standard.id else { return [] }
      let reason = application.client.isConfidential ? "has a secret" : "lists scopes without account"
      return [
        (
          "no user can sign in to \(id): it \(reason), so it allows browser sign-in only, and it lists no redirect URI",
          "list its redirect URI (redirect_uris)"
        )
      ]
    }
    var mistakes: [Mistake] = []
    if !application.mayRequestAccess {
      mistakes.append(
        (
          "\(id) may request only \(application.client.scopes.names.joined(separator: " ")), which gives no access: every browser sign-in is refused",
          "add openid (scopes)"
        ))
    }
    if !isOffered(application, onPageOf: standard) {
      mistakes.append(
        (
          "the hosted page cannot sign users in to \(id): it offers the sign-in methods that \(id) and the first application have in common, and there are none. Only users that are signed in on the page can continue",
          "give both applications a common method, chain or network"
        ))
    }
    return mistakes
  }

  /// The redirect addresses that do not fit the other settings of the application.
  private func addresses(of application: Application) -> [Mistake] {
    let (id, client) = ("\"\(application.id)\"", application.client)
    let isPublic = configuration.publicURL.map { !$0.isLoopback } ?? false
    return client.redirectURIs.compactMap { uri in
      switch (uri.destination, client.isConfidential) {
      case (.web, false):
        (
          "\(id) has no secret and redirects to \(uri): any program can impersonate it, so users must confirm each sign-in",
          "if the site has a server that can keep a secret, make one: doorward admin application secret"
        )
      case (.app, true):
        (
          "\(id) has a secret and redirects to an app, \(uri): an app cannot keep a secret",
          "configure a separate application without a secret for the app"
        )
      case (.loopback, true) where isPublic:
        (
          "\(id) redirects to \(uri): any program that listens there on a user's machine receives its codes",
          "list only the address of the site (redirect_uris)"
        )
      case (.loopback, _) where uri.isNamedLoopbackWithoutPort:
        (
          "\(id) redirects to \(uri) with no other port: an app that listens on a free port is refused",
          "list http://127.0.0.1 and http://[::1] with the same path: they accept every port"
        )
      default: nil
      }
    }
  }

  private func shared(_ all: [Application], else other: Finding? = nil) -> [Finding] {
    let pairs = all.indices.flatMap { first in
      all[(first + 1)...].filter { all[first].sharesSecret(with: $0) }.map { (all[first].id, $0.id) }
    }
    guard !pairs.isEmpty else { return other.map { [$0] } ?? [] }
    return pairs.map { first, second in
      .warning(
        Self.name, "\"\(first)\" and \"\(second)\" have the same secret, so each can impersonate the other",
        remedy: "make a separate secret for each: doorward admin application secret")
    }
  }
}

extension RedirectURI {
  /// `http://localhost/…` without a port. Only a numeric loopback address accepts any port (RFC 8252 §8.3).
  fileprivate var isNamedLoopbackWithoutPort: Bool { text.hasPrefix("http://localhost/") }
}
