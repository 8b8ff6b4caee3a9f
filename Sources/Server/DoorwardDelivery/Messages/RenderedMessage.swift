/// The content of a message.
package enum RenderedMessage: Sendable, Equatable, HiddenContent {
  case mail(MailContent)
  case sms(String)
}

/// The content of a mail.
package struct MailContent: Sendable, Equatable, HiddenContent {
  package let subject: String
  package let text: String
  package let html: String
  /// The language of the texts.
  package let language: String

  package init(subject: String, text: String, html: String, language: String) {
    self.subject = subject
    self.text = text
    self.html = html
    self.language = language
  }
}
