import HTTPCore

/// The HTTP contract as a machine reads it (OpenAPI 3.1).
struct OpenAPIRoute: Sendable {
  func register(in router: inout Router) {
    let document = PackageResources.openapi_json
    router.on(.get, "/openapi.json") { _, _ in
      var response = HTTPResponse(status: 200, contentType: "application/json", body: document)
      response.fields["Cache-Control"] = "public, max-age=300"
      return response
    }
  }
}
