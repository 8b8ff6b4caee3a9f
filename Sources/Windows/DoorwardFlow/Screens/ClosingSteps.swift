public import Foundation

/// A view that asks whether to keep an account that is about to be deleted. The user has proven every factor.
public struct KeepAccountStep: Hashable, Sendable {
  /// The time at which the server deletes the account.
  public let deletesAt: Date
  package let ticket: Ticket

  package init(deletesAt: Date, ticket: Ticket) {
    self.deletesAt = deletesAt
    self.ticket = ticket
  }
}

/// A view of the recovery codes of a user who has added the first second factor. The server shows them only this once.
public struct RecoveryCodesStep: Hashable, Sendable {
  /// The codes.
  public let codes: [String]
  /// Whether the user has tried to close the view: warn that the codes are not shown again.
  public internal(set) var isWarning = false

  package init(codes: [String]) { self.codes = codes }
}

extension RecoveryCodesStep: CustomStringConvertible, CustomReflectable {
  public var description: String { "RecoveryCodesStep" }
  // A dump must not show the codes.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
