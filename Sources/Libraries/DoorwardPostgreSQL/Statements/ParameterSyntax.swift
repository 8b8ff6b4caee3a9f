/// The parameters of a statement. SQLite's form `?1` becomes `$1`, so that both databases can run one text.
enum ParameterSyntax {
  /// The statement in PostgreSQL's form. Texts, quoted names and comments are not changed.
  ///
  /// `offset` is what is added to the numbers of the parameters. `first` is a text that replaces the first parameter;
  /// nil to keep it.
  ///
  /// - Returns: the statement.
  static func translated(_ sql: StaticString, offset: Int = 0, replacingFirst first: [UInt8]? = nil)
    -> [UInt8]
  {
    sql.withUTF8Buffer { text in
      var scanner = Scanner(text: text, offset: offset, first: first)
      while scanner.readNext() {}
      return scanner.output
    }
  }

  private struct Scanner {
    private enum Place: Equatable {
      case code
      /// Ends at the same byte: a text or a quoted name. A doubled quote ends one and starts the next.
      case quoted(UInt8)
      case lineComment
      case blockComment
    }

    let text: UnsafeBufferPointer<UInt8>
    let offset: Int
    let first: [UInt8]?
    private(set) var output: [UInt8] = []
    private var place = Place.code
    private var index = 0

    init(text: UnsafeBufferPointer<UInt8>, offset: Int, first: [UInt8]?) {
      self.text = text
      self.offset = offset
      self.first = first
    }

    private func byte(at index: Int) -> UInt8 { text.indices.contains(index) ? text[index] : 0 }

    /// Copies a byte or a parameter.
    ///
    /// - Returns: false at the end.
    mutating func readNext() -> Bool {
      guard index < text.count else { return false }
      let byte = text[index]
      switch place {
      case .code:
        if readParameter() { return true }
        enterPlace(byte)
      case .quoted(let quote): if byte == quote { place = .code }
      case .lineComment: if byte == UInt8(ascii: "\n") { place = .code }
      case .blockComment:
        if byte == UInt8(ascii: "/"), self.byte(at: index - 1) == UInt8(ascii: "*") { place = .code }
      }
      output.append(byte)
      index += 1
      return true
    }

    private mutating func enterPlace(_ byte: UInt8) {
      switch (byte, self.byte(at: index + 1)) {
      case (UInt8(ascii: "'"), _), (UInt8(ascii: "\""), _): place = .quoted(byte)
      case (UInt8(ascii: "-"), UInt8(ascii: "-")): place = .lineComment
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): place = .blockComment
      default: break
      }
    }

    private mutating func readParameter() -> Bool {
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      guard text[index] == UInt8(ascii: "?"), digits.contains(byte(at: index + 1)) else { return false }
      var number = 0
      index += 1
      while digits.contains(byte(at: index)) {
        number = number * 10 + Int(text[index] - digits.lowerBound)
        index += 1
      }
      if number == 1, let first { output += first } else { output += Array("$\(number + offset)".utf8) }
      return true
    }
  }
}
