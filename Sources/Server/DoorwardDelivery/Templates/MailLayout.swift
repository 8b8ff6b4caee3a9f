/// Arranges the texts of a catalog as text and as HTML.
///
/// The HTML has no script, no address of another host and no table, so a screen reader reads it from top to bottom and nothing
/// reports that it was read. Its only image is the logo of the application, which is a part of the mail. ``MailLook`` fills its
/// places with colors and the logo.
struct MailLayout {
  let language: String
  /// `ltr` or `rtl`.
  let direction: String
  let linkHint: String
  let footer: String

  /// The source of the text form.
  func text(_ message: CatalogMessage, _ kind: MessageKind) -> String {
    var text = ([message.heading] + message.before).map { "\($0)\n\n" }.joined()
    if kind.hasCode { text += "    {{code}}\n\n" }
    let label = message.button.map { "\($0):\n" } ?? ""
    text += linkBlock(kind, "\(label){{link}}\n\n")
    text += message.after.map { "\($0)\n\n" }.joined()
    // The separator of signatures (RFC 3676 §4.3).
    return text + "-- \n\(footer)\n"
  }

  /// A block with the link, in a section if a message of the kind may lack it.
  private func linkBlock(_ kind: MessageKind, _ block: String) -> String {
    if kind.required.contains(.link) { return block }
    return kind.optional.contains(.link) ? "{{#link}}\(block){{/link}}" : ""
  }

  /// The source of the HTML form.
  func html(_ message: CatalogMessage, _ kind: MessageKind, file: String) throws(TemplateError) -> String {
    let rule = TemplatePart.html.rule(kind).withoutRequirements
    func inner(_ source: String) throws(TemplateError) -> String {
      try Template(source, file: file, rule).htmlSource
    }
    let title = try Template(message.heading, file: file, rule).titleSource
    var blocks = [
      MailLook.Place.logo.rawValue, "<h1 style=\"\(Self.headingStyle)\">\(try inner(message.heading))</h1>",
    ]
    for paragraph in message.before {
      blocks.append("<p style=\"\(Self.style)\">\(try inner(paragraph))</p>")
    }
    if kind.hasCode {
      blocks.append("<p class=\"code\" dir=\"ltr\" style=\"\(Self.codeStyle)\">{{code}}</p>")
    }
    if let button = message.button {
      let block = """
        <p style="\(Self.style)"><a class="button" href="{{link}}" style="\(Self.buttonStyle)">\(try inner(button))</a></p>
        <p class="quiet" style="\(Self.quietStyle)">\(try inner(linkHint))<br>
        <a class="quiet" dir="ltr" href="{{link}}" style="\(Self.linkStyle)">{{link}}</a></p>
        """
      blocks.append(linkBlock(kind, block))
    }
    for paragraph in message.after { blocks.append("<p style=\"\(Self.style)\">\(try inner(paragraph))</p>") }
    blocks.append("<p class=\"quiet foot\" style=\"\(Self.footStyle)\">\(try inner(footer))</p>")
    return """
      <!DOCTYPE html>
      <html lang="\(language)" dir="\(direction)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="supported-color-schemes" content="light dark">
      <title>\(title)</title>
      <style>
      :root { color-scheme: light dark; }
      @media (prefers-color-scheme: dark) {
      body, main { background-color: #16181d !important; color: #f0f1f3 !important; }
      main { border-color: ((dark accent)) !important; }
      .code { background-color: ((dark soft)) !important; color: #f0f1f3 !important; }
      .button { background-color: ((dark accent)) !important; color: ((dark ink)) !important; }
      .quiet { color: #b4b9c2 !important; }
      .foot { border-color: #3a3f48 !important; }
      }
      </style>
      </head>
      <body style="margin:0;padding:0;background-color:#ffffff;color:#1b1d21">
      <main style="max-width:30em;margin:0 auto;padding:24px;border-top:4px solid ((accent));\(Self.font)">
      \(blocks.joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  private static let font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;"
  private static let style = "margin:0 0 16px;font-size:16px;line-height:1.5"
  private static let headingStyle = "margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600"
  private static let codeStyle =
    "margin:0 0 16px;padding:12px 16px;border-radius:8px;background-color:((soft));color:#1b1d21;"
    + "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;line-height:1.3;font-weight:600;"
    + "letter-spacing:0.15em;text-align:center"
  private static let buttonStyle =
    "display:inline-block;padding:12px 20px;border-radius:8px;background-color:((accent));color:((ink));"
    + "font-weight:600;text-decoration:none"
  private static let quietStyle = "margin:0 0 16px;font-size:14px;line-height:1.5;color:#565c66"
  private static let linkStyle = "color:#565c66;word-break:break-all"
  private static let footStyle =
    "margin:32px 0 0;padding-top:16px;border-top:1px solid #d9dce1;font-size:14px;line-height:1.5;color:#565c66"
}
