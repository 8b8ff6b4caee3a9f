#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The position of an item in a list that is ordered from the newest to the oldest. The item need not exist any more.
///
/// It is made of values that never change, so a list that is read in parts neither skips nor repeats an item that
/// exists the whole time.
package struct ListPosition<Subject>: Sendable, Equatable {
  /// When the item was made.
  package let moment: Date
  /// Tells apart items of the same millisecond.
  package let id: Identifier<Subject>

  package init(moment: Date, id: Identifier<Subject>) {
    self.moment = moment
    self.id = id
  }
}
