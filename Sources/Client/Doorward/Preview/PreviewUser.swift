// Values for previews and tests of views. Every other value of these types is from the server. The name `preview` shows
// that these values prove nothing.

extension DoorwardCredential {
  /// Makes a credential that no backend accepts.
  public static func preview(accessToken: String = "preview") -> DoorwardCredential {
    DoorwardCredential(accessToken: accessToken)
  }
}

extension DoorwardGuest {
  /// Makes a guest; without a credential if the application offers no guests.
  public static func preview(credential: DoorwardCredential? = nil) -> DoorwardGuest {
    DoorwardGuest(credential: credential)
  }
}

extension DoorwardUser {
  /// Makes a user with a name.
  public static func preview(name: String? = "Ada Lovelace") -> DoorwardUser {
    preview(.preview(name: name))
  }

  /// Makes a user.
  ///
  /// - Parameters:
  ///   - info: The data of the user.
  ///   - credential: The credential for backends.
  ///   - isVerified: Whether the server counts as having confirmed the session since the start.
  /// - Returns: The user.
  public static func preview(
    _ info: DoorwardUserInfo, credential: DoorwardCredential = .preview(), isVerified: Bool = true
  ) -> DoorwardUser {
    DoorwardUser(credential: credential, info: info, isVerified: isVerified)
  }
}
