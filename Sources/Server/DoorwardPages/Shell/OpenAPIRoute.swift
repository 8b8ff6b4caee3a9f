package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardWire

/// The route of the OpenAPI 3.1 document.
package struct OpenAPIRoute: Sendable {
  package init() {}

  package func register(in router: inout Router) {
    let document = [UInt8](ContractFiles.openAPI.utf8)
    router.on(.get, WirePath.openAPI, by: .anyone) { _ in
      var response = HTTPResponse(status: 200, contentType: "application/json", body: document)
      response.fields["Cache-Control"] = "public, max-age=300"
      return response
    }
  }
}
