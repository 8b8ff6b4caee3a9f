package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An act of the operator on the command line. It waits in the store until a server writes it to its log.
package struct OperatorEvent: Sendable {
  package typealias ID = Identifier<OperatorEvent>

  package let id: ID
  package let at: Date
  /// The members of the log line.
  package let members: JSONObject

  package init(id: ID, at: Date, members: JSONObject) {
    self.id = id
    self.at = at
    self.members = members
  }
}

/// Queries about acts of the operator.
package protocol OperatorEventReading {
  /// Whether an act waits for a server.
  func hasOperatorEvents() throws -> Bool
}

/// Changes of acts of the operator.
package protocol OperatorEventWriting: OperatorEventReading {
  /// Adds an act.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken.
  func insert(_ event: OperatorEvent) throws
  /// Removes the oldest acts and returns them, the oldest first.
  func takeOperatorEvents(limit: Int) throws -> [OperatorEvent]
}
