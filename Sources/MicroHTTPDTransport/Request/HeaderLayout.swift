import CMicroHTTPD

/// Proves that the header section had one reading only, by where its pieces lie in memory.
///
/// libmicrohttpd before 1.0 reads header lines leniently and as C strings: it takes bare line feeds, joins
/// folded lines, and ends a value (or the whole section) at a NUL byte, none of which its interface tells. But
/// it parses in place, so in a well-formed section each piece lies exactly where the piece before it says:
///
///     GET /path HTTP/1.1\r\n  Name:  value\r\n  …  \r\n
///
/// A NUL, a fold or a bare line feed anywhere leaves a gap or a jump. Addresses are compared, never read.
/// Should a version lay its memory out differently, everything is refused and the tests say so.
struct HeaderLayout {
  /// Where the next line must begin.
  private var next: UInt
  private let end: UInt
  private(set) var isSound: Bool

  init(_ source: RequestHeadSource, targetLength: Int, methodLength: Int) {
    let method = UInt(bitPattern: source.method)
    let target = UInt(bitPattern: source.target)
    let version = UInt(bitPattern: source.version)
    isSound = target == method &+ UInt(methodLength) &+ 1 && version == target &+ UInt(targetLength) &+ 1
    // "HTTP/1.1" and its line end.
    next = version &+ 8 &+ 2
    end = method &+ UInt(source.size)
  }

  /// Checks one line: name, colon, white space, value, line end.
  mutating func check(_ line: RequestHeadSource.Line) {
    let name = UInt(bitPattern: line.name.baseAddress)
    let value = UInt(bitPattern: line.value.baseAddress)
    if name != next || value < name &+ UInt(line.name.count) &+ 1 { isSound = false }
    next = value &+ UInt(line.value.count) &+ 2
  }

  /// Checks that the empty line follows and nothing else.
  mutating func finish() {
    if next &+ 2 != end { isSound = false }
  }
}
