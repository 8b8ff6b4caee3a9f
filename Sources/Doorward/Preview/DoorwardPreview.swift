internal import Encodings
internal import Foundation

extension Doorward {
  /// One that shows a state, for SwiftUI previews and snapshot tests. It reaches no network and keeps nothing.
  ///
  /// ```swift
  /// #Preview { ProfileView(doorward: .preview(.authenticated(.preview(name: "Ada")))) }
  /// ```
  ///
  /// It stays in its state, whose token ``accessToken()`` answers. Signing out leads to nobody, as ``retry()`` does
  /// from a state that is not known. Whatever would call the server throws ``DoorwardError/Code/preview``.
  ///
  /// - Parameter state: The state; somebody who is signed in where nothing is said.
  /// - Returns: It, in that state.
  public static func preview(_ state: DoorwardAuthState = .authenticated(.preview())) -> Doorward {
    withoutServer(.preview, showing: state)
  }

  /// One that shows a state, reaches no network and keeps nothing: whatever would call the server throws an error.
  static func withoutServer(_ error: DoorwardError, showing state: DoorwardAuthState) -> Doorward {
    let record = StoredRecord(holder: SessionHolder(preview: state))
    let configuration = DoorwardConfiguration(
      serverURL: nowhere, storage: InMemorySessionStorage(record.bytes),
      transport: DoorwardTransport { _ in throw error }, clock: .system, logger: .silent,
      visitors: .stayNobody, renewsAhead: false)
    return Doorward(
      configuration, showing: state.preview,
      restored: state.isKnown ? (record, state.user?.isVerified ?? false) : nil)
  }

  /// A name that is nobody's (RFC 6761 §6.4).
  private static var nowhere: URL {
    guard let url = URL(string: "https://doorward.invalid") else { preconditionFailure("a literal") }
    return url
  }
}

extension DoorwardAuthState {
  fileprivate var isKnown: Bool { hasUser || isSignedOut }

  /// The state, with a user who is of the kind it says.
  fileprivate var preview: DoorwardAuthState {
    switch self {
    case .authenticated(let user): .authenticated(user.preview(isAnonymous: false))
    case .anonymous(let user): .anonymous(user.preview(isAnonymous: true))
    case .guest, .error, .undetermined: self
    }
  }
}

extension DoorwardUser {
  fileprivate func preview(isAnonymous: Bool) -> DoorwardUser {
    var json = info.json
    json["kind"] = isAnonymous ? "anonymous" : "registered"
    return DoorwardUser(
      credential: credential, info: DoorwardUserInfo(.object(json)) ?? info, isVerified: isVerified)
  }
}

extension SessionHolder {
  /// Long enough for whoever looks at a preview.
  private static let lifetime: JSONValue = 3_153_600_000

  /// What a client keeps that is in a state; nil for nobody.
  fileprivate init?(preview state: DoorwardAuthState) {
    switch state.preview {
    case .authenticated(let user), .anonymous(let user):
      let token = JSONValue.string(user.credential.accessToken)
      self.init(
        preview: [
          "session_id": "preview", "access_token": token, "account_token": "preview",
          "refresh_token": "preview", "expires_in": Self.lifetime, "user": .object(user.info.json),
        ])
    case .guest(let guest):
      guard let credential = guest.credential else { return nil }
      self.init(
        preview: [
          "guest_id": "preview", "guest_secret": "preview", "access_token": .string(credential.accessToken),
          "expires_in": Self.lifetime,
        ])
    case .error, .undetermined: return nil
    }
  }

  private init?(preview members: JSONObject) {
    var members = members
    members["received_at"] = JSONNumber(Date().timeIntervalSince1970.rounded(.down)).map { .number($0) }
    self.init(members: members)
  }
}

extension DoorwardError {
  /// A preview has no server.
  static let preview = DoorwardError(
    code: .preview, reason: "This is a preview, which has no server.",
    recoverySuggestion: "Run the app, or use a DoorwardTestServer in a test.")
}

extension DoorwardError.Code {
  /// It is a preview (``Doorward/Doorward/preview(_:)``), which has no server.
  public static let preview = DoorwardError.Code(rawValue: "preview")
}
