/// Whether two texts are the same bytes.
///
/// `String` compares by canonical equivalence, which makes one text of "é" composed and decomposed. What
/// was signed, names somebody or is looked up is compared by this instead.
package func sameBytes(_ a: String, _ b: String) -> Bool {
  guard a.utf8.count == b.utf8.count else { return false }
  var a = a
  var b = b
  return a.withUTF8 { left in
    b.withUTF8 { right in left.elementsEqual(right) }
  }
}

/// Whether two texts are the same bytes, or both are absent.
package func sameBytes(_ a: String?, _ b: String?) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return sameBytes(a, b)
}
