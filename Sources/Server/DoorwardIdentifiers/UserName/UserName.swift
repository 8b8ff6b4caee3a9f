package import DoorwardServerRules
import DoorwardUnicode

/// A user name in the form that is stored and compared (RFC 8265 §3.3): lower case and normalized.
///
/// It has letters, marks and digits of any script, and single `.`, `_` and `-` between them. It has at least one letter, so
/// that it is never a phone number.
package struct UserName: Hashable, Sendable {
  /// The name.
  package let text: String

  /// Reads a name as a user typed it. The result is for sign-in; a new name also goes through ``UserNamePolicy``.
  ///
  /// - Throws: ``IdentifierError``.
  package init(_ text: String) throws(IdentifierError) {
    guard !text.isEmpty else { throw IdentifierError.userNameEmpty }
    guard text.utf8.count <= 512 else { throw IdentifierError.userNameTooLong }
    let prepared: String
    do {
      prepared = try PRECISProfile.usernameCaseMapped.enforce(text)
    } catch {
      throw IdentifierError.userNameCharacter
    }
    let scalars = Array(prepared.unicodeScalars)
    guard Self.hasAllowedForm(scalars) else { throw IdentifierError.userNameCharacter }
    guard scalars.count >= IdentifierError.userNameLengths.lowerBound else {
      throw IdentifierError.userNameTooShort
    }
    guard scalars.count <= IdentifierError.userNameLengths.upperBound else {
      throw IdentifierError.userNameTooLong
    }
    self.text = prepared
  }

  /// The text that is the same for names that look alike.
  ///
  /// It is the key of the name in the store, so that one user can have each skeleton. A name that is looked up must also be
  /// equal to the name that is found.
  package var skeleton: String { Confusables.skeleton(of: text) }

  /// The most marks on one letter (UTS #39 §5.4). No language needs more, and more marks cover other text.
  private static let mostMarks = 4

  private static func hasAllowedForm(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first, !first.isMark, !isSeparator(first),
      let last = scalars.last, !isSeparator(last), scalars.contains(where: { $0.isLetterOrMark })
    else { return false }
    var isAfterSeparator = false
    var marks = 0
    for scalar in scalars {
      guard isSeparator(scalar) || scalar.isLetterOrMark || scalar.isDecimalDigit else { return false }
      if isAfterSeparator, isSeparator(scalar) || scalar.isMark { return false }
      marks = scalar.isMark ? marks + 1 : 0
      guard marks <= mostMarks else { return false }
      isAfterSeparator = isSeparator(scalar)
    }
    return true
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "_" || scalar == "-"
  }

  package static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
