import DoorwardCommandLine
import DoorwardDelivery
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

/// Shows messages with sample values, as the configured templates render them.
enum MailPreviewCommand: Command {
  static let words = ["mail", "preview"]
  static let summary = "list the messages to users, or show them with sample values"
  static let synopsis = "[--kind KIND] [--html | --text] [--output DIR]"
  static let options =
    [
      CommandOption("kind", value: "KIND", "show this message (default: list all with their subjects)"),
      CommandOption("language", value: "TAG", "the language of the user (default: delivery.language)"),
      CommandOption("application", value: "ID", "the application (default: the first)"),
      CommandOption("html", "print the HTML only"),
      CommandOption("text", "print the text of the mail only"),
      CommandOption("output", value: "DIR", "write the message, or all messages, to files in this folder"),
    ] + ConfigurationOptions.all
  static let discussion = """
    Uses the templates of the server and of the folder delivery.templates. A mistake in a template is reported
    with its file and line.

    Without --kind, the command lists the kinds of messages with their subjects.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let kind = try arguments["kind"].map(kind)
    let form = try form(arguments, kind)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let loaded = try configuration.delivery.loadTemplates()
    let (application, standard) = try await application(arguments["application"], configuration)
    let look = MailLook(firstOf: [application, standard])
    let templates = loaded.inLooks { _ in look }
    let previews = try TemplatePreview.all(
      templates, application: application.id, name: application.name,
      language: arguments["language"] ?? configuration.delivery.language)
    let chosen = previews.filter { kind == nil || $0.kind == kind }
    if let folder = arguments["output"] {
      let files = chosen.flatMap(PreviewFile.files).filter { form.includes($0) }
      for path in try PreviewFile.write(files, to: folder) { Output.line("\(path)") }
    } else if kind == nil {
      list(chosen)
    } else {
      print(chosen, form)
    }
    return .done
  }

  /// The parts of a message that the user wants.
  private enum Form {
    case all, html, text

    func includes(_ file: PreviewFile) -> Bool {
      switch self {
      case .all: true
      case .html: file.name.hasSuffix(".html")
      case .text: file.name.hasSuffix(".txt")
      }
    }
  }

  private static var kinds: String { MessageKind.allCases.map(\.rawValue).joined(separator: ", ") }

  private static func kind(_ name: String) throws(UsageError) -> MessageKind {
    guard let kind = MessageKind(rawValue: name) else {
      throw UsageError(message: "--kind: there is no message \"\(name)\"; the kinds are \(kinds)")
    }
    return kind
  }

  private static func form(_ arguments: CommandArguments, _ kind: MessageKind?) throws(UsageError) -> Form {
    let (html, text) = (arguments.has("html"), arguments.has("text"))
    guard !(html && text) else { throw UsageError(message: "--html and --text cannot be combined") }
    guard kind != nil || arguments["output"] != nil || !(html || text) else {
      throw UsageError(message: "--html and --text need --kind or --output")
    }
    return html ? .html : text ? .text : .all
  }

  /// The application that the user wants, and the application of the page.
  private static func application(
    _ id: String?, _ configuration: ServerConfiguration
  ) async throws -> (Application, standard: Application?) {
    let all = try await InstallationInspection(configuration).applications().all
    guard let application = id.map({ id in all.first { $0.id == id } }) ?? all.first else {
      throw UsageError(
        message:
          "--application: there is no application \"\(id ?? "")\"; there are \(all.map(\.id).joined(separator: ", "))"
      )
    }
    return (application, all.first)
  }

  private static func list(_ previews: [TemplatePreview]) {
    let rows = previews.compactMap { preview -> [EscapedText]? in
      guard case .mail(let mail) = preview.message else { return nil }
      return ["\(preview.kind.rawValue)", "\(mail.subject)"]
    }
    if Output.isTerminal {
      TextTable.write(rows, ["KIND", "SUBJECT"], flexible: [1])
    } else {
      for row in rows { Output.line(EscapedText(row, separator: "\t")) }
    }
  }

  private static func print(_ previews: [TemplatePreview], _ form: Form) {
    for preview in previews {
      switch (preview.message, form) {
      case (.mail(let mail), .html): Output.document(mail.html)
      case (.mail(let mail), .text): Output.document(mail.text)
      case (.mail(let mail), .all):
        Output.document("Subject: \(mail.subject)\n\n\(mail.text)")
      case (.sms(let text), .all):
        let segments = preview.segments ?? 1
        Output.document("SMS (\(segments) \(segments == 1 ? "segment" : "segments")):\n\n\(text)")
      case (.sms, _): break
      }
    }
  }
}
