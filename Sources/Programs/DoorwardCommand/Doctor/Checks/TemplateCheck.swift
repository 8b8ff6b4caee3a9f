import DoorwardDelivery
import DoorwardServer

/// Checks that the operator's templates can be read.
struct TemplateCheck {
  private static let name = "templates"

  let configuration: ServerConfiguration

  func run() -> Finding {
    do {
      _ = try configuration.delivery.loadTemplates()
    } catch {
      return .problem(
        Self.name, error.reason, "correct the template; doorward mail preview shows the messages")
    }
    return .ok(Self.name, configuration.delivery.templates ?? "the templates of the server")
  }
}
