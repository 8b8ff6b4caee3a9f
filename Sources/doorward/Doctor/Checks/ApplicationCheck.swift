import DoorwardServer
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
    let findings = all.flatMap { application in
      ways(of: application, standard).map { Finding.problem(Self.name, $0.detail, $0.remedy) }
        + addresses(of: application).map { Finding.warning(Self.name, $0.detail, $0.remedy) }
    }
    return findings.isEmpty ? shared(all, else: summary(all)) : findings + shared(all)
  }

  /// The finding if the default application in the store is refused.
  static func unreadable(_ error: any Error) -> Finding {
    .problem(
      name,
      "the default application in the store is refused: \((error as? any CodedError)?.reason ?? "\(error)")",
      "correct it with doorward admin application set")
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
        ? "none signs people in through the browser"
        : "through the browser people are signed in to \(clients.joined(separator: ", "))")
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
          "nobody can sign in to \(id): it \(reason), so that only a browser sign-in could, and lists no address to come back to",
          "list it (redirect_uris)"
        )
      ]
    }
    var mistakes: [Mistake] = []
    if !application.mayRequestAccess {
      mistakes.append(
        (
          "\(id) may ask for \(application.client.scopes.names.joined(separator: " ")), which opens nothing: every browser sign-in is refused",
          "add openid (scopes)"
        ))
    }
    if !isOffered(application, onPageOf: standard) {
      mistakes.append(
        (
          "the hosted page has no way to sign anybody in to \(id): it offers what the first application offers too, and that is nothing; at most who is signed in there already gets through",
          "give both a way, a chain or a network in common"
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
          "\(id) has no secret and comes back to \(uri): any program can pass for it, so a person clicks each time",
          "give it one where the site has a server to keep it: doorward admin application secret"
        )
      case (.app, true):
        (
          "\(id) has a secret and comes back to an app, \(uri): what an app has is no secret",
          "make the app an application of its own, without one"
        )
      case (.loopback, true) where isPublic:
        (
          "\(id) comes back to \(uri): whatever listens there on a person's machine is sent its codes",
          "list the address of the site alone (redirect_uris)"
        )
      case (.loopback, _) where uri.isNamedLoopbackWithoutPort:
        (
          "\(id) comes back to \(uri) and no other port: an app that takes a free one is refused",
          "list http://127.0.0.1 and http://[::1] with the same path: their port is free"
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
        Self.name, "\"\(first)\" and \"\(second)\" have the same secret: who knows it is either of them",
        "make one of its own for each: doorward admin application secret")
    }
  }
}

extension RedirectURI {
  /// `http://localhost/…` without a port. Only a numeric loopback address accepts any port (RFC 8252 §8.3).
  fileprivate var isNamedLoopbackWithoutPort: Bool { text.hasPrefix("http://localhost/") }
}
