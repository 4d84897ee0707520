"""PageRank over the pages of all sites of crawls, with the links between the sites, by Spark with GraphFrames.

spark-submit page_rank.py RESULTS OUT CRAWL...

RESULTS: the folder of results, s3://BUCKET/results. OUT: a folder that does not exist yet. CRAWL: ids of crawls with the format
parquet and with allLinks. A page that several crawls have is one vertex. Writes Parquet with Url and PageRank, which sum to 1; fails
where a crawl has no such files. The rule is that of `pages/<site>.csv`: damping 0.85, weights and links of a page to itself do not
count, and from a page without links the surfer goes on anywhere.
"""

import sys

from graphframes import GraphFrame
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

# The change of a rank, of which the mean is 1, at which the iteration ends.
TOLERANCE = 1e-6


def main(results: str, out: str, crawls: list[str]) -> None:
    spark = SparkSession.builder.appName("page-rank").getOrCreate()

    def table(pattern: str) -> DataFrame:
        return spark.read.parquet(*(f"{results}/{crawl}/{pattern}" for crawl in crawls))

    vertices = table("graph/*.nodes.parquet").select(f.col("Url").alias("id")).distinct()
    # A link may lead to an address that its site has merged into a page.
    merges = table("reports/*.merges.parquet").select("Url", "KeptUrl").dropDuplicates(["Url"])
    links = table("links/*.pairs.parquet").join(merges, "Url", "left")
    ends = links.select(f.col("PageUrl").alias("src"), f.coalesce("KeptUrl", "Url").alias("dst"))
    edges = ends.where("src != dst").distinct().join(vertices.withColumnRenamed("id", "dst"), "dst", "left_semi")

    ranked = GraphFrame(vertices, edges).pageRank(resetProbability=0.15, tol=TOLERANCE).vertices
    total = ranked.agg(f.sum("pagerank")).first()[0]
    ranked.select(f.col("id").alias("Url"), (f.col("pagerank") / total).alias("PageRank")).write.parquet(out)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: page_rank.py RESULTS OUT CRAWL...")
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
