import DoorwardColors
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardWire
import Encodings
import Testing

/// The look of an application on the hosted page.
@Suite struct AppearanceTests {
  private static let logo = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"
  private static var configuration: JSONObject {
    let uri = "data:image/svg+xml;base64,\(Base64.encode([UInt8](logo.utf8)))"
    return [
      "applications": [
        [
          "id": "default", "name": "Harbor",
          "appearance": [
            "color": "#c04000", "logo": .string(uri), "title": ["default": "Welcome", "de": "Willkommen"],
            "text": ["default": "Your boats wait."],
          ],
        ], ["id": "plain"],
      ]
    ]
  }

  private func text(_ answer: TestAPI.Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

  @Test func `a page has the logo, the color and the texts of its application`() async throws {
    try await TestServer.run(Self.configuration) { server in
      let page = try await text(server.listening.send(.get, "/"))
      let links = page.matches(of: /(?:href|src)="(\/appearance\/default\/[^"]+)"/).map { String($0.1) }
      let logo = try #require(links.first { $0.contains("/logo?v=") })
      let style = try #require(links.first { $0.contains("/style.css?v=") })
      #expect(links.count { $0 == logo } == 2)

      let image = try await server.api.send(.get, logo)
      #expect(text(image) == Self.logo && image.fields["Content-Type"] == "image/svg+xml")
      #expect(image.fields["Content-Security-Policy"]?.contains("sandbox") == true)
      #expect(image.fields["Cache-Control"]?.contains("immutable") == true)
      let outdated = try await server.api.send(.get, "/appearance/default/logo?v=other")
      #expect(outdated.status == 200 && outdated.fields["Cache-Control"] == "no-cache")
      let sheet = try await server.api.send(.get, style)
      #expect(sheet.fields["Content-Type"] == "text/css; charset=utf-8")
      #expect(text(sheet).contains("--accent: #") && text(sheet).contains("prefers-color-scheme: dark"))

      let config = try await server.api.send(.get, "/v1/config")["appearance"]
      #expect(config["color"] == "#c04000" && config["title"]?["de"] == "Willkommen")
      #expect(config["logo_url"]?.string?.hasSuffix(logo) == true)
    }
  }

  @Test func `the foot of the page does not name Doorward if an application says so`() async throws {
    let settings: JSONObject = [
      "applications": [
        ["id": "default", "name": "Harbor", "methods": ["siwe"], "appearance": ["powered_by": false]]
      ]
    ]
    for (configuration, isNamed) in [(settings, false), (Self.configuration, true)] {
      try await TestServer.run(configuration) { server in
        for (path, fields) in [("/", HTTPFields()), ("/missing", ["Accept": "text/html"])] {
          let page = try await text(server.listening.send(.get, path, fields: fields))
          #expect(page.contains("Powered by Doorward") == isNamed, "\(path)")
        }
      }
    }
  }

  @Test func `an application without a look has the page's own, and no files`() async throws {
    try await TestServer.run(Self.configuration) { server in
      for path in ["/appearance/plain/logo", "/appearance/plain/style.css", "/appearance/unknown/logo"] {
        #expect(try await server.api.send(.get, path).status == 404, "\(path)")
      }
      let config = try await server.api.send(
        .get, "/v1/config", fields: ["Doorward-Application": "plain"])["appearance"]
      #expect(config["color"] == .null && config["logo_url"] == .null && config["title"] == .null)
    }
    try await TestServer.run { server in
      let page = try await text(server.listening.send(.get, "/"))
      #expect(!page.contains("/appearance/") && page.contains("/assets/icon."))
    }
  }

  @Test func `the page of the wallets has the color of the application that asks`() async throws {
    try await TestServer.run(Self.configuration) { server in
      for named in ["?application=default", "", "?application=unknown"] {
        let page = try await text(server.wallets.send(.get, "/near\(named)"))
        let style = try #require(page.firstMatch(of: /href="(\/appearance\/default\/style.css[^"]+)"/))
        let sheet = try await server.wallets.send(.get, String(style.1))
        #expect(sheet.status == 200 && text(sheet).contains("--accent: #"), "\(named)")
      }
    }
    try await TestServer.run { server in
      let page = try await text(server.wallets.send(.get, "/near?application=default"))
      #expect(!page.contains("/appearance/") && !page.contains("{{"))
    }
  }

  @Test(
    arguments: [
      "#000000", "#ffffff", "#ffff00", "#00ff00", "#ff0000", "#0000ff", "#808080", "#1d5c4b", "#92d6bd",
      "#c04000",
    ])
  func `text is readable with every color, in light and dark`(_ text: String) throws {
    let color = try #require(AccentColor(text))
    #expect(color.text == text)
    let (white, paper) = (try #require(AccentColor("#ffffff")), try #require(AccentColor("#f6f4ef")))
    let (card, dark) = (try #require(AccentColor("#1b1e1d")), try #require(AccentColor("#121413")))
    for (palette, areas) in [
      (color.lightPalette(on: paper), [white, paper]), (color.darkPalette(on: dark, card), [card, dark]),
    ] {
      #expect(palette.ink.contrast(with: palette.accent) >= 4.5)
      for area in areas + [palette.soft] { #expect(palette.accent.contrast(with: area) >= 4.5) }
    }
  }

  @Test(
    arguments: [
      "", "1d5c4b", "#1d5c4", "#1d5c4b0", "#1d5cxb", "#+d5c4b", "red", "#１２３４５６", "#1d5c4b;}",
    ])
  func `a text that is no color is refused`(_ text: String) {
    #expect(AccentColor(text) == nil)
  }

  @Test(
    arguments: [
      "", "https://example.com/logo.png", "data:text/html;base64,PHN2Zz4=", "data:image/svg+xml,<svg/>",
      "data:image/svg+xml;base64,!", "data:image/svg+xml;base64,aGVsbG8=", "data:image/png;base64,aGVsbG8=",
      "data:image/png;base64,",
    ])
  func `a logo of another form is refused`(_ uri: String) {
    #expect(LogoImage(uri) == nil)
  }

  @Test func `a logo over the limit is refused`() {
    let bytes = [UInt8](Self.logo.utf8) + [UInt8](repeating: 0x20, count: LogoImage.limit)
    #expect(LogoImage("data:image/svg+xml;base64,\(Base64.encode(bytes))") == nil)
  }
}
