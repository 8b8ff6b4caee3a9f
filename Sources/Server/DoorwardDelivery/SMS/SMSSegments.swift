/// Counts the segments of an SMS (3GPP TS 23.038, TS 23.040). Providers bill each segment.
package enum SMSSegments {
  /// The number of segments of a text.
  package static func count(_ text: String) -> Int64 {
    var units = 0
    var fits7Bits = true
    for scalar in text.unicodeScalars {
      if extended.contains(scalar) {
        units += 2
      } else if basic.contains(scalar) {
        units += 1
      } else {
        fits7Bits = false
        break
      }
    }
    // Each of several segments has a header, which makes its text shorter.
    if fits7Bits { return Int64(units <= 160 ? 1 : (units + 152) / 153) }
    let wide = text.utf16.count
    return Int64(wide <= 70 ? 1 : (wide + 66) / 67)
  }

  /// The characters of the default alphabet.
  private static let basic = Set(
    """
    @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ\
    ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà
    """.unicodeScalars)
  /// The characters of the extension table. Each is two units long.
  private static let extended = Set("^{}\\[~]|€".unicodeScalars)
}
