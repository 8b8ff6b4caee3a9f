package import DoorwardStore

/// The content of one message with sample values.
package struct TemplatePreview: Sendable {
  package let kind: MessageKind
  package let channel: DeliveryChannel
  package let message: RenderedMessage

  /// The number of segments of an SMS, which providers bill; nil for a mail.
  package var segments: Int64? {
    if case .sms(let text) = message { SMSSegments.count(text) } else { nil }
  }

  /// Renders one kind of message on every channel.
  ///
  /// `name` is the name of the application; nil for a sample.
  ///
  /// - Returns: the mail and the SMS.
  /// - Throws: ``MessageError`` if a sample does not have the form of its parameter.
  package static func of(
    _ kind: MessageKind, _ templates: MessageTemplates, application: String, name: String? = nil,
    language: String
  ) throws(MessageError) -> [TemplatePreview] {
    var samples: [MessageParameter: String] = [:]
    for parameter in kind.parameters { samples[parameter] = parameter.sample }
    if let name { samples[.application] = name }
    let values = try MessageValues(samples, for: kind)
    return DeliveryChannel.allCases.compactMap { channel in
      templates.rendered(kind, channel, application: application, language: language, values: values).map {
        TemplatePreview(kind: kind, channel: channel, message: $0.forBrowser)
      }
    }
  }

  /// Renders every kind of message on every channel.
  ///
  /// `name` is the name of the application; nil for a sample.
  ///
  /// - Returns: the mail and the SMS of each kind.
  /// - Throws: ``MessageError`` if a sample does not have the form of its parameter.
  package static func all(
    _ templates: MessageTemplates, application: String, name: String? = nil, language: String
  ) throws(MessageError) -> [TemplatePreview] {
    var previews: [TemplatePreview] = []
    for kind in MessageKind.allCases {
      previews += try of(kind, templates, application: application, name: name, language: language)
    }
    return previews
  }
}

extension RenderedMessage {
  /// The message with the logo in the HTML itself. A browser knows no other parts of a mail.
  fileprivate var forBrowser: RenderedMessage {
    guard case .mail(let mail) = self, let logo = mail.logo else { return self }
    return .mail(
      MailContent(
        subject: mail.subject, text: mail.text, html: mail.html.replacing(logo.address, with: logo.uri),
        language: mail.language))
  }
}
