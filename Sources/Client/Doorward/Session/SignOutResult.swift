/// The result of a sign-out at the time ``Doorward/Doorward/signOut(scope:)`` returns. The user is signed out on this
/// device in any case.
public struct SignOutResult: Sendable, Hashable {
  /// Whether the server has confirmed that the session has ended. If not, the SDK repeats the request until the server
  /// confirms it, also after the next start of the app.
  public let serverKnows: Bool
  /// Whether the sign-out is stored. If not, the SDK tries again while the app runs.
  public let isStored: Bool

  init(serverKnows: Bool, isStored: Bool) {
    self.serverKnows = serverKnows
    self.isStored = isStored
  }
}
