#if canImport(Security)
  internal import Foundation

  extension DoorwardConfiguration {
    /// Shares the session with the extensions of the app and with sister apps of the same team.
    ///
    /// ```swift
    /// var configuration = DoorwardConfiguration(serverURL: url, applicationID: "app_7Q")
    /// try configuration.shareSession(inAppGroup: "group.com.example.notes")
    /// ```
    ///
    /// Each of them makes this call with the same server, application and group. A sign-in in one of them signs in all of them,
    /// and so does a sign-out. They lock a file in the group's folder, so that only one of them refreshes the tokens at a time.
    ///
    /// Set ``applicationID`` before, because it is a part of the session's name. A session that the app stored before it had the
    /// group is not moved: the user signs in again.
    ///
    /// - Parameters:
    ///   - appGroup: An app group of the entitlement `com.apple.security.application-groups`.
    ///   - accessGroup: The keychain access group, with the team's prefix, of the entitlement `keychain-access-groups`; nil for the app
    ///     group itself, which is allowed on iOS.
    /// - Throws: ``DoorwardError`` `invalid_configuration` if the app has no such app group.
    public mutating func shareSession(
      inAppGroup appGroup: String, accessGroup: String? = nil
    ) throws(DoorwardError) {
      guard
        let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup)
      else {
        throw .invalidConfiguration("the app has no entitlement for the app group \(appGroup)")
      }
      storage = KeychainSessionStorage(
        name: StandardSessionStorage.name(serverURL: serverURL, applicationID: applicationID),
        sharing: .init(accessGroup: accessGroup ?? appGroup, folder: folder))
    }
  }
#endif
