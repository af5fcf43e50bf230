# The server:  docker build -t grundy . && docker run --rm -p 127.0.0.1:8000:8000 grundy
# Bases are pinned by version and libraries by hash (docker/*.txt); to pin a base by digest too: --build-arg BASE=python@sha256:...
# The kernels are compiled while the image is built, for nearly every processor of its kind, so that the first visitor need not wait.
ARG BUILD=python:3.13.9-trixie
ARG BASE=python:3.13.9-slim-trixie

FROM ${BUILD} AS build
COPY docker/build.txt /build.txt
RUN pip install --no-cache-dir --require-hashes -r /build.txt
COPY . /grundy
RUN GRUNDY_WHEEL=shared pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels /grundy

FROM ${BASE}
COPY docker/server.txt /server.txt
RUN pip install --no-cache-dir --require-hashes -r /server.txt && useradd --create-home --uid 1000 grundy
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels pip install --no-cache-dir --no-deps /wheels/*.whl
USER 1000
WORKDIR /home/grundy

RUN python -m grundy.faces.web.preload \
    && grundy solve domineering 4 4 > /dev/null \
    && grundy solve connect4 width=4 height=4 > /dev/null \
    && grundy sequence 0.16 --to 1000000 > /dev/null \
    && grundy prove wythoff > /dev/null
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
ENTRYPOINT ["grundy", "serve", "--host", "0.0.0.0", "--port", "8000"]
