#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The position of an item in a list that is ordered from newest to oldest. The item may have been deleted.
///
/// The values of a position never change. So a list that is read in parts neither skips nor repeats an item that
/// exists the whole time.
package struct ListPosition<Subject>: Sendable, Equatable {
  /// The time at which the item was made.
  package let moment: Date
  /// Distinguishes items of the same millisecond.
  package let id: Identifier<Subject>

  package init(moment: Date, id: Identifier<Subject>) {
    self.moment = moment
    self.id = id
  }
}
