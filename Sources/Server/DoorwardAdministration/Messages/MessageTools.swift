package import DoorwardDelivery
package import DoorwardSessions

/// The templates of messages, and tests of the mail server and the SMS service.
package struct MessageTools: Sendable {
  let templates: MessageTemplates
  let test:
    @Sendable (_ recipient: Recipient, _ application: Application, _ language: String) async throws
      -> MessageTestAnswer

  /// - Parameters:
  ///   - templates: the templates.
  ///   - test: sends a test message and waits for the answer.
  package init(
    _ templates: MessageTemplates,
    test:
      @escaping @Sendable (
        _ recipient: Recipient, _ application: Application, _ language: String
      ) async throws -> MessageTestAnswer
  ) {
    self.templates = templates
    self.test = test
  }
}
