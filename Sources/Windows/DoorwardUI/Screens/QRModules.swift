/// The dark squares of a QR code, read from the image that the server makes: an SVG with one path of rectangles.
struct QRModules: Hashable, Sendable {
  /// A row of dark squares.
  struct Run: Hashable, Sendable {
    let column: Int
    let row: Int
    let length: Int
  }

  /// The squares of a side, with the white border.
  let side: Int
  let runs: [Run]

  /// Reads an image; nil if it is not of the form that the server makes. The user then types the key.
  init?(svg: String) {
    guard let box = svg.attribute("viewBox")?.split(separator: " "), box.count == 4, let side = Int(box[2]),
      Int(box[3]) == side, (21...500).contains(side), let path = svg.attribute("d")
    else { return nil }
    var runs: [Run] = []
    for part in path.split(separator: "M") {
      // Such as "4 4h7v1h-7z".
      let numbers = part.split { !$0.isNumber && $0 != "-" }.map { Int($0) }
      guard numbers.count == 5, let column = numbers[0], let row = numbers[1], let length = numbers[2],
        numbers[3] == 1, numbers[4] == -length, (0..<side).contains(column), (0..<side).contains(row),
        (1...side - column).contains(length)
      else { return nil }
      runs.append(Run(column: column, row: row, length: length))
    }
    guard !runs.isEmpty else { return nil }
    self.side = side
    self.runs = runs
  }
}

extension String {
  /// The value of the first attribute with a name.
  fileprivate func attribute(_ name: String) -> Substring? {
    guard let start = firstRange(of: " \(name)=\"")?.upperBound else { return nil }
    let rest = self[start...]
    return rest.firstIndex(of: "\"").map { rest[..<$0] }
  }

  private func firstRange(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text), let end = index(start, offsetBy: text.count, limitedBy: endIndex) {
        return start..<end
      }
      start = index(after: start)
    }
    return nil
  }
}
