/// The letters that stand for a user without a photo: those of the first and the last word of the name.
enum Initials {
  static func of(_ name: String?) -> String {
    let letters = (name ?? "").split(whereSeparator: \.isWhitespace).compactMap { word in
      word.first { $0.isLetter || $0.isNumber }
    }
    guard let first = letters.first else { return "" }
    return String(letters.count > 1 ? [first] + letters.suffix(1) : [first]).uppercased()
  }
}
