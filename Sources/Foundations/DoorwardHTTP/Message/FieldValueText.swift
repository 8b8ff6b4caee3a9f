import DoorwardHTTPTypes

/// The ASCII lower-case form of a text; other characters are unchanged.
func asciiLowercased(_ text: String) -> String {
  String(decoding: text.utf8.map(asciiLowercased), as: UTF8.self)
}

/// `text` without spaces and tabs at its ends (RFC 9110 §5.6.3, OWS).
func trimmingOptionalWhitespace(_ text: Substring) -> Substring {
  var text = text
  while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
  while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
  return text
}
