import DoorwardHTTP
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
package import Encodings

/// The state of the hosted page: the signed-in user and the offer of the application.
package struct PageStates: Sendable {
  private let store: any Store
  private let configuration: PageConfiguration
  private let photos: PhotoAddresses

  package init(store: any Store, configuration: PageConfiguration, photos: PhotoAddresses) {
    self.store = store
    self.configuration = configuration
    self.photos = photos
  }

  /// The current state from the store.
  ///
  /// - Parameters:
  ///   - caller: the signed-in user; nil if signed out.
  ///   - application: the application whose offer the page shows.
  ///   - look: the application whose look the page has, if it is another one.
  /// - Returns: the state.
  /// - Throws: ``StoreError``.
  package func json(
    of caller: Caller?, for application: Application, look: Application? = nil
  ) async throws -> JSONValue {
    guard let caller else { return .object(json(of: nil, nil, for: application, look: look)) }
    let view = try await store.read { try UserView(of: caller.user.id, for: application.id, in: $0) }
    return .object(json(of: view, caller.session, for: application, look: look))
  }

  /// The state for a user that the caller has already read.
  package func json(
    of view: UserView?, _ session: Session?, for application: Application, look: Application? = nil
  ) -> JSONObject {
    [
      "signed_in": .bool(view != nil), "user": view?.json(within: .whole, photos) ?? .null,
      "identities": .array(view?.identities.map(\.json) ?? []),
      "signed_in_by_link": .bool(view != nil && session?.isByLink == true),
      "current_session_id": .text(view == nil ? nil : session?.id.text),
      "config": configuration.json(for: application, look: look ?? application),
    ]
  }
}
