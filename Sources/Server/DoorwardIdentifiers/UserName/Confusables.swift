import DoorwardUnicode

/// The skeleton of a text (UTS #39 §4): texts that look alike have the same skeleton.
enum Confusables {
  private static let prototypes = parse(ConfusableTable.text)

  /// The skeleton of a text in lower case. It is for comparison only.
  static func skeleton(of text: String) -> String {
    let decomposed = Normalization.nfd(Array(text.unicodeScalars))
    let mapped = decomposed.flatMap { prototypes[$0] ?? [$0] }
    var skeleton = String.UnicodeScalarView()
    skeleton.append(contentsOf: Normalization.nfd(mapped))
    return String(skeleton)
  }

  private static func parse(_ table: StaticString) -> [Unicode.Scalar: [Unicode.Scalar]] {
    var prototypes: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for entry in "\(table)".split(separator: " ") {
      let sides = entry.split(separator: ":")
      guard sides.count == 2, let source = scalar(sides[0]) else { continue }
      prototypes[source] = sides[1].split(separator: "+").compactMap(scalar)
    }
    return prototypes
  }

  private static func scalar(_ hexadecimal: Substring) -> Unicode.Scalar? {
    UInt32(hexadecimal, radix: 16).flatMap(Unicode.Scalar.init)
  }
}
