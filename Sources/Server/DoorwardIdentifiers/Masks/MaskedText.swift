import DoorwardUnicode

/// Hides most of an identifier, for pages and logs: `a…@example.com`, `+44…123`, `a…`.
enum MaskedText {
  /// The first characters and the last ones. The mask of a text that has no others is only `…`.
  static func masked(_ text: String, first: Int, last: Int = 0) -> String {
    text.count > first + last ? "\(text.prefix(first))…\(text.suffix(last))" : "…"
  }
}

extension EmailAddress: CustomStringConvertible, CustomReflectable {
  /// The address with its name hidden: `a…@example.com`.
  package var masked: String { "\(MaskedText.masked(localPart, first: 1))@\(domain.unicode)" }

  /// Hides the name, so that no log shows the address by mistake.
  package var description: String { masked }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension PhoneNumber: CustomStringConvertible, CustomReflectable {
  /// The number with its middle hidden: `+44…123`.
  package var masked: String { MaskedText.masked(e164, first: 1 + "\(callingCode)".utf8.count, last: 3) }

  /// Hides the middle, so that no log shows the number by mistake.
  package var description: String { masked }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension UserName {
  /// The name with its end hidden: `a…`.
  package var masked: String { MaskedText.masked(text, first: 1) }
}
