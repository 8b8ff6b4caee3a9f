// Values for previews and tests of views. Whoever is signed in comes from the server, and from here alone
// otherwise: what such a value says has been proven by nobody, and its name says so.

extension DoorwardCredential {
  /// A credential that no backend takes.
  public static func preview(accessToken: String = "preview") -> DoorwardCredential {
    DoorwardCredential(accessToken: accessToken)
  }
}

extension DoorwardGuest {
  /// A guest; nil for one without a credential, as where the application has none.
  public static func preview(credential: DoorwardCredential? = nil) -> DoorwardGuest {
    DoorwardGuest(credential: credential)
  }
}

extension DoorwardUser {
  /// A user of a name.
  public static func preview(name: String? = "Ada Lovelace") -> DoorwardUser {
    preview(.preview(name: name))
  }

  /// A user of whom this is known.
  ///
  /// - Parameters:
  ///   - info: What is known.
  ///   - credential: What a backend would be shown.
  ///   - isVerified: Whether the server would have confirmed it since the start.
  /// - Returns: The user.
  public static func preview(
    _ info: DoorwardUserInfo, credential: DoorwardCredential = .preview(), isVerified: Bool = true
  ) -> DoorwardUser {
    DoorwardUser(credential: credential, info: info, isVerified: isVerified)
  }
}
