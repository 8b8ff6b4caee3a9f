internal import DoorwardWire
internal import Encodings
internal import Foundation

extension Doorward {
  /// Makes a client that shows a state, for SwiftUI previews and snapshot tests. It uses no network and stores nothing.
  ///
  /// ```swift
  /// #Preview { ProfileView(doorward: .preview(.authenticated(.preview(name: "Ada")))) }
  /// ```
  ///
  /// The client stays in its state, and ``accessToken()`` returns the token of the state. A sign-out leads to the signed-out
  /// state, as ``retry()`` does from an undetermined one. A call that needs the server throws
  /// ``DoorwardError/Code/preview``.
  ///
  /// - Parameter state: The state; by default a signed-in user.
  /// - Returns: The client.
  public static func preview(_ state: DoorwardAuthState = .authenticated(.preview())) -> Doorward {
    withoutServer(.preview, showing: state)
  }

  /// Makes a client that shows a state. A call that needs the server throws an error.
  package static func withoutServer(_ error: DoorwardError, showing state: DoorwardAuthState) -> Doorward {
    let record = StoredRecord(holder: SessionHolder(preview: state))
    let configuration = DoorwardConfiguration(
      serverURL: nowhere,
      storage: InMemorySessionStorage(record.bytes(of: StandardSessionStorage.name(serverURL: nowhere))),
      transport: DoorwardTransport { _ in throw error }, clock: .system, logger: .silent,
      visitors: .staySignedOut, renewsAhead: false)
    return Doorward(
      configuration, showing: state.preview,
      restored: state.isKnown ? (record, state.user?.isVerified ?? false) : nil)
  }

  /// A name that never resolves (RFC 6761 §6.4).
  private static var nowhere: URL {
    guard let url = URL(string: "https://doorward.invalid") else { preconditionFailure("a literal") }
    return url
  }
}

extension DoorwardAuthState {
  fileprivate var isKnown: Bool { hasUser || isSignedOut }

  /// The state with a user of its kind.
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
    var user = info.user.wire
    user.isAnonymous = isAnonymous
    return DoorwardUser(credential: credential, info: SessionUser(user).info, isVerified: isVerified)
  }
}

extension SessionHolder {
  /// Longer than any preview.
  private static let lifetime: JSONValue = 3_153_600_000

  /// The record of a state; nil for the signed-out state.
  fileprivate init?(preview state: DoorwardAuthState) {
    switch state.preview {
    case .authenticated(let user), .anonymous(let user):
      let token = JSONValue.string(user.credential.accessToken)
      self.init(
        preview: [
          SessionMembers.sessionID: "preview", SessionMembers.accessToken: token,
          SessionMembers.accountToken: "preview", SessionMembers.refreshToken: "preview",
          SessionMembers.expiresIn: Self.lifetime, SessionMembers.user: user.info.user.json,
        ])
    case .guest(let guest):
      guard let credential = guest.credential else { return nil }
      self.init(
        preview: [
          WireGuest.Members.id: "preview", WireGuest.Members.secret: "preview",
          WireGuest.Members.accessToken: .string(credential.accessToken),
          WireGuest.Members.expiresIn: Self.lifetime,
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
    code: .preview, reason: "A preview has no server.",
    recoverySuggestion: "Run the app, or use a DoorwardTestServer in a test.")
}

extension DoorwardError.Code {
  /// The client is a preview (``Doorward/Doorward/preview(_:)``) and has no server.
  public static var preview: DoorwardError.Code { DoorwardError.Code(rawValue: "preview") }
}
