#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about the last change of a profile.
package protocol ProfileChangeReading {
  /// The time of the last change of the user's profile or photo, or of the removal of an address or a user name; nil if there
  /// was none. The user's identities have the times of other changes (``Identity/verifiedAt``).
  func profileChange(of user: User.ID) throws -> Date?
}

/// Changes of the time of the last change of a profile.
package protocol ProfileChangeWriting: ProfileChangeReading {
  /// Notes that the profile of a user has changed. Nothing happens if there is no such user.
  func noteProfileChange(of user: User.ID, at instant: Date) throws
}
