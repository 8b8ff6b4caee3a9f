import DoorwardTexts
import Encodings

/// The texts of every message in one language: the part `mail` of a file of `DoorwardTexts/Languages`, or a file of
/// the operator.
///
/// The text and the HTML form of a mail are made from the same texts, so that they never differ.
struct Catalog: Sendable {
  let language: String
  let templates: [MessageKind: MessageTemplate]
  /// The texts in place of blank values, for example "unknown device".
  let unknown: [MessageParameter: String]
  /// The names of ways to sign in and of second factors, by the name of the kind.
  let methods: [String: String]

  /// Reads a catalog.
  ///
  /// `name` is the name of the file, for errors.
  ///
  /// - Throws: ``TemplateError``.
  init(_ bytes: [UInt8], name: String) throws(TemplateError) {
    do {
      let reader = try JSONObjectReader(JSONParser.parse(file: bytes))
      let language = try reader.requiredString("language")
      let direction = try reader.requiredString("direction")
      guard LanguageTag.isValid(language), ["ltr", "rtl"].contains(direction) else {
        throw TemplateError(
          .malformed, file: name, "language must be a language tag, and direction ltr or rtl")
      }
      let layout = MailLayout(
        language: language, direction: direction, linkHint: try reader.requiredString("linkHint"),
        footer: try reader.requiredString("footer"))
      let messages = try reader.requiredObject("messages")
      if let unknown = messages.object.keys.first(where: { MessageKind(rawValue: $0) == nil }) {
        throw TemplateError(.unknownFile, file: name, "there is no message \(unknown)")
      }
      var templates: [MessageKind: MessageTemplate] = [:]
      for kind in MessageKind.allCases {
        let message = try CatalogMessage(messages.requiredObject(kind.rawValue))
        let place = "\(name) messages.\(kind.rawValue)"
        guard kind.parameters.contains(.link) == (message.button != nil) else {
          throw TemplateError(
            .malformed, file: "\(place).button", "a message with a link needs a button, another has none")
        }
        templates[kind] = try message.template(kind, layout, file: place)
      }
      self.language = language.lowercased()
      self.templates = templates
      unknown = try Self.unknown(reader.requiredObject("unknown"))
      methods = try Self.methods(reader.optionalObject("methods"))
    } catch let error as TemplateError {
      throw error
    } catch {
      let problem = error as? JSONError
      // An error without a position is about a member, which its reason names.
      let line = problem?.offset.map { offset in 1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } }
      throw TemplateError(.malformed, file: name, line: line, problem?.problem ?? "\(error)")
    }
  }
}

extension Catalog {
  /// The texts in place of blank values: one for each parameter that a user may have chosen.
  private static func unknown(_ reader: JSONObjectReader) throws(JSONError) -> [MessageParameter: String] {
    var texts: [MessageParameter: String] = [:]
    for parameter in MessageParameter.allCases where parameter.form == .text {
      texts[parameter] = try reader.requiredString(parameter.rawValue)
    }
    return texts
  }

  /// The operator's catalog may lack names. A name that is missing is shown as the kind is named.
  private static func methods(_ reader: JSONObjectReader?) throws(JSONError) -> [String: String] {
    var names: [String: String] = [:]
    for kind in reader?.object.keys ?? [] { names[kind] = try reader?.requiredString(kind) }
    return names
  }
}

/// The texts of one message in a catalog.
struct CatalogMessage {
  let subject: String
  let heading: String
  /// The paragraphs before the code and the button.
  let before: [String]
  /// The label of the button, if the message has a link.
  let button: String?
  /// The paragraphs after the code and the button.
  let after: [String]
  let sms: String

  init(_ reader: JSONObjectReader) throws(JSONError) {
    subject = try reader.requiredString("subject")
    heading = try reader.requiredString("heading")
    before = try reader.requiredStrings("before")
    button = try reader.optionalString("button")
    after = try reader.requiredStrings("after")
    sms = try reader.requiredString("sms")
  }

  func template(
    _ kind: MessageKind, _ layout: MailLayout, file: String
  ) throws(TemplateError) -> MessageTemplate {
    let mail = MessageTemplate.Mail(
      subject: try Template(subject, file: "\(file).subject", TemplatePart.subject.rule(kind)),
      text: try Template(layout.text(self, kind), file: file, TemplatePart.txt.rule(kind)),
      html: try Template(layout.html(self, kind, file: file), file: file, TemplatePart.html.rule(kind)))
    let sms = try Template(sms, file: "\(file).sms", TemplatePart.sms.rule(kind))
    try SMSLengthCheck.check(sms, kind, file: "\(file).sms")
    return MessageTemplate(kind: kind, language: layout.language, mail: mail, sms: sms)
  }
}

/// Checks that a template of SMS fits into ``SMSLimits`` with any values.
enum SMSLengthCheck {
  /// The UTF-16 units of a segment if there are several (3GPP TS 23.040 §9.2.3.24.1).
  private static let unitsPerSegment = 67

  /// - Throws: ``TemplateError`` `template_too_long`.
  static func check(_ template: Template, _ kind: MessageKind, file: String) throws(TemplateError) {
    let message = MessageTemplate(kind: kind, language: "", mail: nil, sms: template)
    let units =
      PluralCategory.allCases.map { form in
        message.sms(longestValues(kind), category: { _ in form })?.utf16.count ?? 0
      }.max() ?? 0
    let count = (units + unitsPerSegment - 1) / unitsPerSegment
    guard count > SMSLimits.segments else { return }
    throw TemplateError(
      .tooLong, file: file,
      "with the longest values the SMS has \(count) segments, but at most \(SMSLimits.segments) are sent: shorten the text"
    )
  }

  private static func longestValues(_ kind: MessageKind) -> MessageValues {
    MessageValues(
      Dictionary(
        uniqueKeysWithValues: kind.parameters.map { parameter in
          (parameter, String(repeating: "0", count: SMSLimits.longest(parameter)))
        }))
  }
}
