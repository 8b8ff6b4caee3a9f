package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardWire
import Encodings

/// The documents that name the origins and apps of this domain's passkeys, for browsers, password managers and
/// operating systems.
///
/// Each document is for the RP ID's host. If the RP ID is a parent of the server's domain, the host of the RP ID forwards
/// these paths to the server.
package struct PasskeyDiscoveryRoutes: Sendable {
  private let applications: ApplicationDirectory
  private let origin: WebOrigin

  /// `origin` is the account origin.
  package init(applications: ApplicationDirectory, origin: WebOrigin) {
    self.applications = applications
    self.origin = origin
  }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.relatedOrigins, by: .anyone) { _ in
      try document(of: \.relatedOrigins) { ["origins": .array($0)] }
    }
    // The page for users who look for the management of their passkeys (W3C Passkey Endpoints).
    router.on(.get, WirePath.passkeyEndpoints, by: .anyone) { _ in
      try document(of: { _ in [.string("\(origin)/")] }) { pages in
        ["enroll": pages.first ?? .null, "manage": pages.first ?? .null]
      }
    }
    router.on(.get, WirePath.appleAppSites, by: .anyone) { _ in
      try document(of: { $0.apps.apple.map(JSONValue.string) }) { ["webcredentials": ["apps": .array($0)]] }
    }
    router.on(.get, WirePath.assetLinks, by: .anyone) { _ in
      try document(of: \.apps.assetLinks) { .array($0) }
    }
  }

  /// The document of the entries of all applications, each entry once.
  ///
  /// - Throws: `Problem` 404 if there is no entry.
  private func document(
    of entries: (PasskeyOffer) -> [JSONValue], _ document: ([JSONValue]) -> JSONValue
  ) throws(Problem) -> HTTPResponse {
    var found: [JSONValue] = []
    for entry in offers.flatMap(entries) where !found.contains(entry) { found.append(entry) }
    guard !found.isEmpty else {
      throw Problem(
        status: 404, code: WireCode.notFound, detail: "No application of this server has such an entry.")
    }
    var response = HTTPResponse.json(document(found))
    response.fields["Cache-Control"] = "public, max-age=300"
    return response
  }

  /// The offers whose RP ID is the server's domain or a parent of it. A server on loopback is also `localhost`.
  private var offers: [PasskeyOffer] {
    let host = origin.isLoopback ? "localhost" : origin.host
    return applications.all.compactMap { $0.offers[PasskeyOffer.self] }.filter { $0.hasDomain(of: host) }
  }
}
