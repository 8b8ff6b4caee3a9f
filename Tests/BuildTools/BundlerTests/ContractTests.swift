import Encodings
import Testing

@testable import DoorwardBundler

@Suite struct ContractTests {
  private static let codes = #"""
    {"components": {"schemas": {"Code": {"properties": {"code": {"enum": ["wrong_code"]}}},
      "Proof": {"properties": {"proof": {"type": "string"}}}}}}
    """#
  private static let parts = [
    "document.json": #"""
    {"openapi": "3.1.0", "info": {"description": "Any path: 404 `not_found`. In `snake_case`."},
      "security": [{}], "x-codes-of-every-path": {"404": "not_found"}}
    """#,
    "api/user.json": #"""
    {"paths": {"/v1/user": {"get": {"a": {"$ref": "#/components/schemas/Code"}}}}}
    """#,
    "page/user.json": #"""
    {"paths": {"/session/user/{id}": {"post": [{"$ref": "#/components/schemas/Proof"}]}}}
    """#,
    "shared/schemas.json": codes,
  ]
  private static let wire = [
    "Calls/WirePath.swift": """
    package enum WirePath {
      package static var user: String { "/v1/user" }
    }
    """,
    "Calls/WireCode.swift": """
    package enum WireCode {
      package static var wrongCode: String { "wrong_code" }
    }
    extension WireCode {
      package static var notFound: String { "not_found" }
    }
    """,
    "Proof.swift": """
    struct Proof {
      package enum Members {
        package static var proof: String { "proof" }
      }
    }
    """,
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
    (
      [
        "api/user.json": ##"""
        {"paths": {"/v1/user": {"get": {"a": {"$ref": "#/components/schemas/Code"}, "security": [{}, {"kye": []}]}}}}
        """##
      ],
      "api/user.json: paths./v1/user.get.security refers to kye, which does not exist"
    ),
    (
      ["shared/more.json": #"{"components": {"securitySchemes": {"key": {}}}}"#],
      "shared/more.json: nothing refers to components.securitySchemes.key"
    ),
    (["api/user.json": #"{"tags": []}"#], "api/user.json: only document.json may have the member tags"),
    (["api/user.json": #"{"paths": []}"#], "api/user.json: paths must be an object"),
    (["api/user.json": "[]"], "api/user.json: the part must be an object"),
    (
      ["shared/more.json": #"{"fragments": {"unused": {}}}"#],
      "shared/more.json: nothing uses the fragment unused"
    ),
    (
      ["shared/a.json": #"{"fragments": {"one": {}}}"#, "shared/b.json": #"{"fragments": {"one": {}}}"#],
      "shared/b.json: there is another fragment one"
    ),
    (
      ["api/user.json": #"{"paths": {"/v1/user": {"get": {"$fragment": "none"}}}}"#],
      "api/user.json: there is no fragment \"none\" of this kind"
    ),
    (
      [
        "shared/more.json": #"{"fragments": {"members": {}}}"#,
        "api/user.json": #"{"paths": {"/v1/user": {"get": [{"$fragment": "members"}]}}}"#,
      ], "api/user.json: there is no fragment \"members\" of this kind"
    ),
  ])
  func faultyPartEndsBuild(_ changes: [String: String], _ sentence: String) throws {
    let error = #expect(throws: BundlingError.self) { try joined(changes) }
    #expect(error?.description == sentence)
  }

  @Test func fragmentsStandInTheirPlaces() throws {
    let document = try joined([
      "shared/profile.json":
        #"{"fragments": {"texts": {"name": 1, "locale": 2}, "names": ["name", "locale"]}}"#,
      "page/user.json": ##"""
      {"paths": {"/session/user/{id}": {"$ref": "#/components/schemas/Proof",
        "post": {"id": 0, "$fragment": "texts", "kind": 3}, "get": ["id", {"$fragment": "names"}, "kind"]}}}
      """##,
    ])
    let path = document.json["paths"]?["/session/user/{id}"]
    #expect(path?["post"] == ["id": 0, "name": 1, "locale": 2, "kind": 3])
    #expect(path?["get"] == ["id", "name", "locale", "kind"])
    #expect(document.json["fragments"] == nil)
  }

  @Test func callsNameSecuritySchemesWithoutReference() throws {
    let document = try joined([
      "shared/more.json": #"{"components": {"securitySchemes": {"key": {}}}}"#,
      "api/more.json": #"{"paths": {"/v1/more": {"get": {"security": [{"key": []}]}}}}"#,
    ])
    #expect(document.json["components"]?["securitySchemes"]?["key"] != nil)
  }

  private func check(_ changes: [String: String] = [:]) throws {
    try ContractConstants(bytes(Self.wire.merging(changes) { $1 })).check(against: joined())
  }

  @Test func constantsAgreeWithDocument() throws { try check() }

  @Test(arguments: [
    (
      "Calls/WirePath.swift", "enum WirePath {\n}",
      "api/user.json: WirePath has no constant for the path /v1/user"
    ),
    (
      "More.swift", "extension WirePath {\n  static var none: String { \"/v1/none\" }\n}",
      "More.swift: WirePath.none is \"/v1/none\", which is not a path of the document"
    ),
    (
      "Calls/WireCode.swift", "enum WireCode {\n  static var notFound: String { \"not_found\" }\n}",
      "WireCode: there is no constant for the code wrong_code of the document"
    ),
    (
      "Calls/WireCode.swift", "enum WireCode {\n  static var wrongCode: String { \"wrong_code\" }\n}",
      "WireCode: there is no constant for the code not_found of the document"
    ),
    (
      "More.swift", "extension WireCode {\n  static var none: String { \"none\" }\n}",
      "More.swift: WireCode.none is \"none\", which is not an error code of the document"
    ),
    (
      "More.swift", "extension WireCode {\n  static var again: String { \"not_found\" }\n}",
      "More.swift: WireCode.again is \"not_found\", which another constant has too"
    ),
    (
      "More.swift", "extension WireCode {\n  static var word: String { \"snake_case\" }\n}",
      "More.swift: WireCode.word is \"snake_case\", which is not an error code of the document"
    ),
    (
      "More.swift", "enum Kinds {\n  static var none: String { \"none\" }\n}",
      "More.swift: Kinds.none is \"none\", which the document does not name"
    ),
    (
      "More.swift", "enum Kinds {\n  static var none: String {\n    \"none\"\n  }\n}",
      "More.swift: Kinds.none is \"none\", which the document does not name"
    ),
    (
      "More.swift", "enum Kinds {\n  static let none = \"none\"\n}",
      "More.swift: Kinds.none is \"none\", which the document does not name"
    ),
    (
      "More.swift", "enum Kinds {\n  static var none: String { \"no\" + \"ne\" }\n}",
      "More.swift: Kinds.none has a form that the build does not read"
    ),
    (
      "More.swift", "extension Proof.Members {\n  static var code: String { \"code\" }\n}",
      "More.swift: Proof.Members.code is \"code\", which is not a member of Proof"
    ),
    (
      "More.swift", "/// Schemas: `Code`.\nenum MoreMembers {\n  static var proof: String { \"proof\" }\n}",
      "More.swift: MoreMembers.proof is \"proof\", which is not a member of Code"
    ),
    (
      "More.swift", "enum WireNone {\n  enum Members {\n    static var code: String { \"code\" }\n  }\n}",
      "More.swift: WireNone.Members stands for None, which is not a schema of the document"
    ),
  ])
  func constantThatDiffersEndsBuild(_ file: String, _ source: String, _ sentence: String) throws {
    let error = #expect(throws: BundlingError.self) { try check([file: source]) }
    #expect(error?.description == sentence)
  }

  @Test func typesThatStandForSeveralSchemasNameThem() throws {
    try check([
      "More.swift": """
      /// The members of two answers.
      ///
      /// Schemas: `Code`,
      /// `Proof`.
      package enum MoreMembers {
        static var code: String { "code" }
        /// Not `none`: { "none" }
        static let proof = "proof"
        static let all = [code, proof]
      }
      """
    ])
  }

  @Test func membersOfCombinedSchemasBelongToSchema() throws {
    let document = try joined([
      "shared/more.json": ##"""
      {"components": {"schemas": {"More": {"allOf": [{"$ref": "#/components/schemas/Proof"},
        {"properties": {"inner": {"type": "object", "properties": {"innermost": {"type": "string"}}}}}]}}}}
      """##,
      "api/more.json": ##"{"paths": {"/v1/more": {"get": [{"$ref": "#/components/schemas/More"}]}}}"##,
    ])
    let more = """
      enum MoreMembers {
        static var proof: String { "proof" }
        static var innermost: String { "innermost" }
      }
      extension WirePath {
        static var more: String { "/v1/more" }
      }
      """
    try ContractConstants(bytes(Self.wire.merging(["More.swift": more]) { $1 })).check(against: document)
  }

  @Test(arguments: [
    "\"/session/user/{id}\"", "`/session/user/${id}?cursor=${next}`", "`/session/${name}/${id}`",
    "\"/v1/admin/session\"",
  ])
  func pathsOfScriptsAreInDocument(_ path: String) throws {
    let folder = WebFolder(files: bytes(["a.js": "call(\"GET\", \(path));\n"]))
    try PagePaths.check(folder, against: joined())
  }

  @Test(arguments: [
    "\"/session/user\"", "\"/session/none\"", "`/session/none/${id}`", "`/session/user/${id}/none`",
    "`/session/${name}/none/${id}`", "`/session/${name}`", "`/v1/admin/none/${id}`",
  ])
  func pathsOfScriptsThatAreNotInDocumentEndBuild(_ path: String) throws {
    let folder = WebFolder(files: bytes(["a.js": "call(\"GET\", \(path));\n"]))
    #expect(throws: BundlingError.self) { try PagePaths.check(folder, against: joined()) }
  }
}
