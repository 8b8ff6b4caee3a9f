/// A string compared by its code points.
///
/// `String` compares by canonical equivalence, which would make one member of two different names
/// ("é" composed and decomposed) and let a lookup meet a name nobody wrote.
struct JSONKey: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (lhs: Self, rhs: Self) -> Bool { same(lhs.text, rhs.text) }

  static func same(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    var a = a
    var b = b
    return a.withUTF8 { left in
      b.withUTF8 { right in
        left.elementsEqual(right)
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}
