/// A message in its final words.
package enum RenderedMessage: Sendable, Equatable, HiddenContent {
  case mail(MailContent)
  case sms(String)
}

/// The words of a mail.
package struct MailContent: Sendable, Equatable, HiddenContent {
  package let subject: String
  package let text: String
  package let html: String
  /// The language of the words.
  package let language: String

  package init(subject: String, text: String, html: String, language: String) {
    self.subject = subject
    self.text = text
    self.html = html
    self.language = language
  }
}
