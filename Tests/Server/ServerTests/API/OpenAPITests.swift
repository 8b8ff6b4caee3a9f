import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

@Suite struct OpenAPITests {
  @Test func `the OpenAPI document describes every route of the server, and no other`() async throws {
    try await TestServer.run { server in
      let document = try await server.api.send(.get, "/openapi.json")
      let paths = try #require(document["paths"].object)
      var documented: Set<String> = []
      for path in paths {
        for operation in try #require(path.value.object) {
          documented.insert("\(operation.key.uppercased()) \(path.key)")
        }
      }
      // The page and its files are not part of the API.
      let registered = Set(server.server.accountRoutes.map(\.name))
        .filter { $0 != "GET /" && !$0.hasPrefix("GET /assets/") }
      #expect(registered.count > 30)
      #expect(documented.subtracting(registered) == [])
      #expect(registered.subtracting(documented) == [])
    }
  }
}
