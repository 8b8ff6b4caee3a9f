import DoorwardQRCodes
import Testing

@Suite("QR codes", .timeLimit(.minutes(2)))
struct QRCodeTests {
  private static let uri =
    "otpauth://totp/Example%20%26%20S%C3%B6hne:ada%40example.com?secret=AAAQEAYEAUDAOCAJBIFQYDIOB4IBCEQT"
    + "&issuer=Example%20%26%20S%C3%B6hne&algorithm=SHA1&digits=6&period=30"

  @Test(arguments: [
    "a", uri, "https://example.com/device?user_code=BCDF-GHJK", String(repeating: "x", count: 1024),
  ])
  func decoderReadsTheModules(text: String) async throws {
    let code = try QRCode(text)
    #expect(code.width <= 121 && (code.width - 17).isMultiple(of: 4))
    #expect(try await Decoder.text(in: Decoder.bitmap(of: code)) == text)
  }

  @Test(arguments: ["a", uri, String(repeating: "x", count: 1024)])
  func decoderReadsTheRenderedSVG(text: String) async throws {
    #expect(try await Decoder.text(in: Decoder.rendered(QRCode(text).svg)) == text)
  }

  @Test func svgIsOnePathOnAQuietZoneWithoutStyleOrScript() throws {
    let code = try QRCode(Self.uri)
    let svg = code.svg
    #expect(
      svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(code.side) \(code.side)\""))
    #expect(code.side == code.width + 8)
    #expect(svg.matches(of: /<path/).count == 1)
    #expect(svg.contains("shape-rendering=\"crispEdges\""))
    #expect(svg.firstMatch(of: /style|script|href|\son\w+=|<!|&/) == nil)
    let elements = svg.matches(of: /<\/?(\w+)/).map { String($0.1) }
    #expect(elements == ["svg", "rect", "path", "svg"])
  }

  @Test func pathHasExactlyTheDarkModules() throws {
    let code = try QRCode(Self.uri)
    var dark: Set<[Int]> = []
    for run in code.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
      let (column, row, length) = (
        try #require(Int(run.1)), try #require(Int(run.2)), try #require(Int(run.3))
      )
      #expect(run.3 == run.4)
      for offset in 0..<length { dark.insert([row - 4, column + offset - 4]) }
    }
    for row in -4..<code.width + 4 {
      for column in -4..<code.width + 4 { #expect(code[row, column] == dark.contains([row, column])) }
    }
  }

  @Test(arguments: [true, false])
  func terminalTextHasTheModulesInHalfBlocks(colored: Bool) throws {
    let code = try QRCode(Self.uri)
    let lines = code.terminalText(colored: colored).split(separator: "\n")
    #expect(lines.count == (code.side + 1) / 2)
    for (number, line) in lines.enumerated() {
      let blocks = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      #expect(blocks.count == code.side)
      #expect(colored == (line.count > blocks.count))
      for (place, block) in blocks.enumerated() {
        let (row, column) = (number * 2 - 4, place - 4)
        #expect((block == "█" || block == "▀") == !code[row, column])
        if row + 1 < code.width + 4 { #expect((block == "█" || block == "▄") == !code[row + 1, column]) }
      }
    }
  }

  @Test func emptyAndLongTextsAreRefused() {
    #expect(throws: QRCodeError(.empty, "")) { try QRCode("") }
    #expect(throws: QRCodeError(.tooLong, "")) { try QRCode(String(repeating: "x", count: 1025)) }
  }

  @Test func textIsNotShown() throws {
    let text = "\(try QRCode(Self.uri)) \(String(reflecting: try QRCode(Self.uri)))"
    #expect(text == "QRCode QRCode")
  }
}
