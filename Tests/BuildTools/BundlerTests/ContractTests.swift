import Encodings
import Testing

@testable import DoorwardBundler

@Suite struct ContractTests {
  private static let codes = #"""
    {"components": {"schemas": {"Code": {"properties": {"code": {"enum": ["wrong_code"]}}},
      "Proof": {"properties": {"proof": {"type": "string"}}}}}}
    """#
  private static let parts = [
    "document.json": #"{"openapi": "3.1.0", "info": {"description": "Any path: `not_found`."}}"#,
    "api/user.json": #"""
    {"paths": {"/v1/user": {"get": {"a": {"$ref": "#/components/schemas/Code"}}}}}
    """#,
    "page/user.json": #"""
    {"paths": {"/session/user/{id}": {"post": [{"$ref": "#/components/schemas/Proof"}]}}}
    """#,
    "shared/schemas.json": codes,
  ]

  private func bytes(_ files: [String: String]) -> [String: [UInt8]] { files.mapValues { [UInt8]($0.utf8) } }

  private func joined(_ changes: [String: String] = [:]) throws(BundlingError) -> ContractDocument {
    try ContractDocument(parts: bytes(Self.parts.merging(changes) { $1 }))
  }

  @Test func documentHasTheMembersOfAllParts() throws {
    let document = try joined()
    #expect(document.json["openapi"]?.string == "3.1.0")
    #expect(document.json["paths"]?.object?.keys == ["/v1/user", "/session/user/{id}"])
    #expect(document.json["components"]?["schemas"]?.object?.keys == ["Code", "Proof"])
  }

  @Test(arguments: [
    (
      ["page/user.json": #"{"paths": {"/v1/user": {}}}"#],
      "page/user.json: paths./v1/user is also in api/user.json"
    ),
    (
      ["shared/more.json": #"{"components": {"schemas": {"Code": {}}}}"#],
      "shared/schemas.json: components.schemas.Code is also in shared/more.json"
    ),
    (
      ["api/user.json": ##"{"paths": {"/v1/user": {"get": [{"$ref": "#/components/schemas/None"}]}}}"##],
      "api/user.json: paths./v1/user.get.0 refers to #/components/schemas/None, which does not exist"
    ),
    (
      ["api/user.json": ##"{"paths": {"/v1/user": {"$ref": "other.json#/components/schemas/Code"}}}"##],
      "api/user.json: paths./v1/user refers to other.json#/components/schemas/Code, which does not exist"
    ),
    (
      ["shared/more.json": #"{"components": {"headers": {"Unused": {}}}}"#],
      "shared/more.json: nothing refers to components.headers.Unused"
    ),
    (["api/user.json": #"{"tags": []}"#], "api/user.json: only document.json may have the member tags"),
    (["api/user.json": #"{"paths": []}"#], "api/user.json: paths must be an object"),
    (["api/user.json": "[]"], "api/user.json: the part must be an object"),
  ])
  func faultyPartEndsBuild(_ changes: [String: String], _ sentence: String) throws {
    let error = #expect(throws: BundlingError.self) { try joined(changes) }
    #expect(error?.description == sentence)
  }

  @Test func componentsThatCallsNameNeedNoReference() throws {
    let document = try joined(["shared/more.json": #"{"components": {"securitySchemes": {"key": {}}}}"#])
    #expect(document.json["components"]?["securitySchemes"]?["key"] != nil)
  }
}
