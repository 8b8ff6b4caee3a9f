/// The parameters of a statement. SQLite's form `?1` becomes `$1`, so that both databases can run one text.
enum ParameterSyntax {
  /// The statement in PostgreSQL's form. Texts, quoted names and comments are not changed.
  static func translated(_ sql: StaticString) -> [UInt8] {
    var scanner = Scanner()
    sql.withUTF8Buffer { text in
      for index in text.indices {
        scanner.read(text[index], next: index + 1 < text.count ? text[index + 1] : 0)
      }
    }
    return scanner.output
  }

  private struct Scanner {
    private enum Place: Equatable {
      case code
      /// Ends at the same byte: a text or a quoted name. A doubled quote ends one and starts the next.
      case quoted(UInt8)
      case lineComment
      case blockComment
    }

    private(set) var output: [UInt8] = []
    private var place = Place.code
    private var previous: UInt8 = 0

    mutating func read(_ byte: UInt8, next: UInt8) {
      var written = byte
      switch place {
      case .code: written = readCode(byte, next: next)
      case .quoted(let quote): if byte == quote { place = .code }
      case .lineComment: if byte == UInt8(ascii: "\n") { place = .code }
      case .blockComment:
        if previous == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { place = .code }
      }
      output.append(written)
      previous = byte
    }

    private mutating func readCode(_ byte: UInt8, next: UInt8) -> UInt8 {
      switch (byte, next) {
      case (UInt8(ascii: "'"), _), (UInt8(ascii: "\""), _): place = .quoted(byte)
      case (UInt8(ascii: "-"), UInt8(ascii: "-")): place = .lineComment
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): place = .blockComment
      case (UInt8(ascii: "?"), UInt8(ascii: "1")...UInt8(ascii: "9")): return UInt8(ascii: "$")
      default: break
      }
      return byte
    }
  }
}
